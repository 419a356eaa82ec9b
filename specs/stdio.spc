// Streams are not used after fclose, closed only once, and never null.
//
// An instance belongs to each stream that fopen, fdopen, freopen, tmpfile, popen or
// fmemopen gave.
//
// - After fclose (pclose, or freopen, which closes the stream that it is given) the
//   stream must not be handed to a function of <stdio.h> again.
// - A null result opens nothing. Handing a null pointer to a function that needs a
//   stream is an error, fclose included; fflush(0) is none.
// - A stream that is still open at the end of the program is no error: exit closes it.

OBSERVER AUTOMATON stdio

INITIAL STATE Start;

STATE USEFIRST Start :
  MATCH {$1 = fopen($?)} || MATCH {$1 = fopen64($?)} || MATCH {$1 = fdopen($?)}
    || MATCH {$1 = freopen($?)} || MATCH {$1 = freopen64($?)} || MATCH {$1 = tmpfile()}
    || MATCH {$1 = tmpfile64()} || MATCH {$1 = popen($?)} || MATCH {$1 = fmemopen($?)}
    -> ASSUME {$1 != 0} CREATE $1 GOTO Opened;

  MATCH CALL {fclose($2)} || MATCH CALL {pclose($2)}
    -> ASSUME {$2 == 0} ERROR("a null stream is closed");
  MATCH CALL {fprintf($2, ...)} || MATCH CALL {vfprintf($2, ...)}
    || MATCH CALL {fscanf($2, ...)} || MATCH CALL {vfscanf($2, ...)}
    || MATCH CALL {fputs($?, $2)} || MATCH CALL {fputc($?, $2)} || MATCH CALL {putc($?, $2)}
    || MATCH CALL {fgets($?, $?, $2)} || MATCH CALL {fgetc($2)} || MATCH CALL {getc($2)}
    || MATCH CALL {ungetc($?, $2)} || MATCH CALL {getline($?, $?, $2)}
    || MATCH CALL {getdelim($?, $?, $?, $2)} || MATCH CALL {fread($?, $?, $?, $2)}
    || MATCH CALL {fwrite($?, $?, $?, $2)} || MATCH CALL {fseek($2, $?, $?)}
    || MATCH CALL {fseeko($2, $?, $?)} || MATCH CALL {ftell($2)} || MATCH CALL {ftello($2)}
    || MATCH CALL {rewind($2)} || MATCH CALL {fgetpos($2, $?)} || MATCH CALL {fsetpos($2, $?)}
    || MATCH CALL {feof($2)} || MATCH CALL {ferror($2)} || MATCH CALL {clearerr($2)}
    || MATCH CALL {fileno($2)} || MATCH CALL {setbuf($2, $?)}
    || MATCH CALL {setvbuf($2, $?, $?, $?)} || MATCH CALL {freopen($?, $?, $2)}
    -> ASSUME {$2 == 0} ERROR("a null stream is used");

STATE USEFIRST Opened :
  MATCH CALL {fclose($1)} || MATCH CALL {pclose($1)} || MATCH CALL {freopen($?, $?, $1)}
    || MATCH CALL {freopen64($?, $?, $1)}
    -> GOTO Closed;

STATE USEFIRST Closed :
  MATCH CALL {fclose($1)} || MATCH CALL {pclose($1)}
    -> ERROR("a stream is closed twice");
  MATCH CALL {fprintf($1, ...)} || MATCH CALL {vfprintf($1, ...)}
    || MATCH CALL {fscanf($1, ...)} || MATCH CALL {vfscanf($1, ...)}
    || MATCH CALL {fputs($?, $1)} || MATCH CALL {fputc($?, $1)} || MATCH CALL {putc($?, $1)}
    || MATCH CALL {fgets($?, $?, $1)} || MATCH CALL {fgetc($1)} || MATCH CALL {getc($1)}
    || MATCH CALL {ungetc($?, $1)} || MATCH CALL {getline($?, $?, $1)}
    || MATCH CALL {getdelim($?, $?, $?, $1)} || MATCH CALL {fread($?, $?, $?, $1)}
    || MATCH CALL {fwrite($?, $?, $?, $1)} || MATCH CALL {fseek($1, $?, $?)}
    || MATCH CALL {fseeko($1, $?, $?)} || MATCH CALL {ftell($1)} || MATCH CALL {ftello($1)}
    || MATCH CALL {rewind($1)} || MATCH CALL {fgetpos($1, $?)} || MATCH CALL {fsetpos($1, $?)}
    || MATCH CALL {feof($1)} || MATCH CALL {ferror($1)} || MATCH CALL {clearerr($1)}
    || MATCH CALL {fflush($1)} || MATCH CALL {fileno($1)} || MATCH CALL {setbuf($1, $?)}
    || MATCH CALL {setvbuf($1, $?, $?, $?)} || MATCH CALL {freopen($?, $?, $1)}
    || MATCH CALL {freopen64($?, $?, $1)}
    -> ERROR("a stream is used after it was closed");

END AUTOMATON
