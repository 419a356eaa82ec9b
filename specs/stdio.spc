// Streams are not used after fclose, closed only once, and never null.
//
// An instance belongs to each stream that fopen, fdopen, freopen, tmpfile, popen,
// fmemopen or open_memstream gave. The standard streams are open from the start, and
// what becomes of them is not followed.
//
// - After fclose (pclose, or freopen, which closes the stream that it is given) the
//   stream must not be handed to a function of <stdio.h> or <wchar.h> again; the names
//   without locking and those that glibc's headers put in their place are among them.
// - pclose is for streams of popen only. (These should be closed with it, says POSIX;
//   fclose does close them.)
// - A null result opens nothing. Handing a null pointer to a function that needs a
//   stream is an error, fclose included; fflush(0) is none. With the option `lenient`
//   null is not looked at: what is left is that streams are not used once closed.
// - A stream that is still open at the end of the program is no error: exit closes it.
//   With the option `leaks` it is one where the program ends with status 0. Failing
//   ends and abort may leave it to the system.

OBSERVER AUTOMATON stdio

OPTION lenient "null streams may be used";
OPTION leaks "a stream that is still open where the program ends with status 0 is an error";

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = fopen($?)} || MATCH {$1 = fopen64($?)} || MATCH {$1 = fdopen($?)}
    || MATCH {$1 = freopen($?)} || MATCH {$1 = freopen64($?)} || MATCH {$1 = tmpfile()}
    || MATCH {$1 = tmpfile64()} || MATCH {$1 = fmemopen($?)} || MATCH {$1 = open_memstream($?)}
    -> ASSUME {$1 != 0} CREATE $1 GOTO Opened;
  MATCH {$1 = popen($?)} -> ASSUME {$1 != 0} CREATE $1 GOTO Piped;

  (MATCH CALL {fclose($2)} || MATCH CALL {pclose($2)}) && !lenient
    -> ASSUME {$2 == 0} ERROR("a null stream is closed");
  (MATCH CALL {fprintf($2, ...)} || MATCH CALL {vfprintf($2, ...)}
    || MATCH CALL {fscanf($2, ...)} || MATCH CALL {vfscanf($2, ...)}
    || MATCH CALL {fputs($?, $2)} || MATCH CALL {fputc($?, $2)} || MATCH CALL {putc($?, $2)}
    || MATCH CALL {putw($?, $2)} || MATCH CALL {fgets($?, $?, $2)} || MATCH CALL {fgetc($2)}
    || MATCH CALL {getc($2)} || MATCH CALL {getw($2)} || MATCH CALL {ungetc($?, $2)}
    || MATCH CALL {getline($?, $?, $2)} || MATCH CALL {getdelim($?, $?, $?, $2)}
    || MATCH CALL {fread($?, $?, $?, $2)} || MATCH CALL {fwrite($?, $?, $?, $2)}
    || MATCH CALL {fseek($2, $?, $?)} || MATCH CALL {fseeko($2, $?, $?)}
    || MATCH CALL {fseeko64($2, $?, $?)} || MATCH CALL {ftell($2)} || MATCH CALL {ftello($2)}
    || MATCH CALL {ftello64($2)} || MATCH CALL {rewind($2)} || MATCH CALL {fgetpos($2, $?)}
    || MATCH CALL {fgetpos64($2, $?)} || MATCH CALL {fsetpos($2, $?)}
    || MATCH CALL {fsetpos64($2, $?)} || MATCH CALL {feof($2)} || MATCH CALL {ferror($2)}
    || MATCH CALL {clearerr($2)} || MATCH CALL {fileno($2)} || MATCH CALL {setbuf($2, $?)}
    || MATCH CALL {setbuffer($2, $?, $?)} || MATCH CALL {setlinebuf($2)}
    || MATCH CALL {setvbuf($2, $?, $?, $?)} || MATCH CALL {flockfile($2)}
    || MATCH CALL {ftrylockfile($2)} || MATCH CALL {funlockfile($2)}
    || MATCH CALL {fputs_unlocked($?, $2)} || MATCH CALL {fputc_unlocked($?, $2)}
    || MATCH CALL {putc_unlocked($?, $2)} || MATCH CALL {fgets_unlocked($?, $?, $2)}
    || MATCH CALL {fgetc_unlocked($2)} || MATCH CALL {getc_unlocked($2)}
    || MATCH CALL {fread_unlocked($?, $?, $?, $2)}
    || MATCH CALL {fwrite_unlocked($?, $?, $?, $2)} || MATCH CALL {feof_unlocked($2)}
    || MATCH CALL {ferror_unlocked($2)} || MATCH CALL {clearerr_unlocked($2)}
    || MATCH CALL {fileno_unlocked($2)} || MATCH CALL {fwprintf($2, ...)}
    || MATCH CALL {vfwprintf($2, ...)} || MATCH CALL {fwscanf($2, ...)}
    || MATCH CALL {vfwscanf($2, ...)} || MATCH CALL {fputws($?, $2)}
    || MATCH CALL {fputwc($?, $2)} || MATCH CALL {putwc($?, $2)}
    || MATCH CALL {fgetws($?, $?, $2)} || MATCH CALL {fgetwc($2)} || MATCH CALL {getwc($2)}
    || MATCH CALL {ungetwc($?, $2)} || MATCH CALL {fwide($2, $?)} || MATCH CALL {_IO_getc($2)}
    || MATCH CALL {_IO_putc($?, $2)} || MATCH CALL {__uflow($2)}
    || MATCH CALL {__overflow($2, $?)} || MATCH CALL {__fprintf_chk($2, ...)}
    || MATCH CALL {__vfprintf_chk($2, ...)} || MATCH CALL {__isoc99_fscanf($2, ...)}
    || MATCH CALL {__isoc99_vfscanf($2, ...)} || MATCH CALL {__isoc23_fscanf($2, ...)}
    || MATCH CALL {__isoc23_vfscanf($2, ...)} || MATCH CALL {__fgets_chk($?, $?, $?, $2)}
    || MATCH CALL {__fread_chk($?, $?, $?, $?, $2)} || MATCH CALL {__getdelim($?, $?, $?, $2)}
    || MATCH CALL {freopen($?, $?, $2)} || MATCH CALL {freopen64($?, $?, $2)}) && !lenient
    -> ASSUME {$2 == 0} ERROR("a null stream is used");

STATE USEFIRST Opened :
  MATCH CALL {fclose($1)} || MATCH CALL {freopen($?, $?, $1)}
    || MATCH CALL {freopen64($?, $?, $1)}
    -> GOTO Closed;
  MATCH CALL {pclose($1)} -> ERROR("pclose closes a stream that is none of popen");
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a stream is still open at the end");

STATE USEFIRST Closed :
  MATCH CALL {fclose($1)} || MATCH CALL {pclose($1)}
    -> ERROR("a stream is closed twice");
  MATCH CALL {fprintf($1, ...)} || MATCH CALL {vfprintf($1, ...)}
    || MATCH CALL {fscanf($1, ...)} || MATCH CALL {vfscanf($1, ...)}
    || MATCH CALL {fputs($?, $1)} || MATCH CALL {fputc($?, $1)} || MATCH CALL {putc($?, $1)}
    || MATCH CALL {putw($?, $1)} || MATCH CALL {fgets($?, $?, $1)} || MATCH CALL {fgetc($1)}
    || MATCH CALL {getc($1)} || MATCH CALL {getw($1)} || MATCH CALL {ungetc($?, $1)}
    || MATCH CALL {getline($?, $?, $1)} || MATCH CALL {getdelim($?, $?, $?, $1)}
    || MATCH CALL {fread($?, $?, $?, $1)} || MATCH CALL {fwrite($?, $?, $?, $1)}
    || MATCH CALL {fseek($1, $?, $?)} || MATCH CALL {fseeko($1, $?, $?)}
    || MATCH CALL {fseeko64($1, $?, $?)} || MATCH CALL {ftell($1)} || MATCH CALL {ftello($1)}
    || MATCH CALL {ftello64($1)} || MATCH CALL {rewind($1)} || MATCH CALL {fgetpos($1, $?)}
    || MATCH CALL {fgetpos64($1, $?)} || MATCH CALL {fsetpos($1, $?)}
    || MATCH CALL {fsetpos64($1, $?)} || MATCH CALL {feof($1)} || MATCH CALL {ferror($1)}
    || MATCH CALL {clearerr($1)} || MATCH CALL {fileno($1)} || MATCH CALL {setbuf($1, $?)}
    || MATCH CALL {setbuffer($1, $?, $?)} || MATCH CALL {setlinebuf($1)}
    || MATCH CALL {setvbuf($1, $?, $?, $?)} || MATCH CALL {flockfile($1)}
    || MATCH CALL {ftrylockfile($1)} || MATCH CALL {funlockfile($1)}
    || MATCH CALL {fputs_unlocked($?, $1)} || MATCH CALL {fputc_unlocked($?, $1)}
    || MATCH CALL {putc_unlocked($?, $1)} || MATCH CALL {fgets_unlocked($?, $?, $1)}
    || MATCH CALL {fgetc_unlocked($1)} || MATCH CALL {getc_unlocked($1)}
    || MATCH CALL {fread_unlocked($?, $?, $?, $1)}
    || MATCH CALL {fwrite_unlocked($?, $?, $?, $1)} || MATCH CALL {feof_unlocked($1)}
    || MATCH CALL {ferror_unlocked($1)} || MATCH CALL {clearerr_unlocked($1)}
    || MATCH CALL {fileno_unlocked($1)} || MATCH CALL {fwprintf($1, ...)}
    || MATCH CALL {vfwprintf($1, ...)} || MATCH CALL {fwscanf($1, ...)}
    || MATCH CALL {vfwscanf($1, ...)} || MATCH CALL {fputws($?, $1)}
    || MATCH CALL {fputwc($?, $1)} || MATCH CALL {putwc($?, $1)}
    || MATCH CALL {fgetws($?, $?, $1)} || MATCH CALL {fgetwc($1)} || MATCH CALL {getwc($1)}
    || MATCH CALL {ungetwc($?, $1)} || MATCH CALL {fwide($1, $?)} || MATCH CALL {_IO_getc($1)}
    || MATCH CALL {_IO_putc($?, $1)} || MATCH CALL {__uflow($1)}
    || MATCH CALL {__overflow($1, $?)} || MATCH CALL {__fprintf_chk($1, ...)}
    || MATCH CALL {__vfprintf_chk($1, ...)} || MATCH CALL {__isoc99_fscanf($1, ...)}
    || MATCH CALL {__isoc99_vfscanf($1, ...)} || MATCH CALL {__isoc23_fscanf($1, ...)}
    || MATCH CALL {__isoc23_vfscanf($1, ...)} || MATCH CALL {__fgets_chk($?, $?, $?, $1)}
    || MATCH CALL {__fread_chk($?, $?, $?, $?, $1)} || MATCH CALL {__getdelim($?, $?, $?, $1)}
    || MATCH CALL {freopen($?, $?, $1)} || MATCH CALL {freopen64($?, $?, $1)}
    || MATCH CALL {fflush($1)} || MATCH CALL {fflush_unlocked($1)}
    -> ERROR("a stream is used after it was closed");

STATE USEFIRST Piped :
  MATCH CALL {pclose($1)} || MATCH CALL {fclose($1)} || MATCH CALL {freopen($?, $?, $1)}
    || MATCH CALL {freopen64($?, $?, $1)}
    -> GOTO Closed;
  MATCH EXIT {$2} && leaks -> ASSUME {$2 == 0} ERROR("a stream is still open at the end");

END AUTOMATON
