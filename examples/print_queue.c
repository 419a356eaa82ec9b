/* A print queue. The input is a series of commands: `a` and a letter adds a job of that
   owner, `c` and a letter cancels all jobs of that owner, `p` prints the next job. */
#include <stdio.h>
#include <stdlib.h>

struct job {
    int owner;
    struct job *next;
};

struct queue {
    struct job *first;
    struct job *last;
};

/* The printer: on from the first page to the end. */
static int on;

static void printer_on(void) { puts("on"); }

static void printer_page(int owner) { printf("page of %c\n", owner); }

static void printer_off(void) { puts("off"); }

/* Puts a job at the end of the queue. */
static void add(struct queue *queue, int owner) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        abort();
    job->owner = owner;
    job->next = NULL;
    if (queue->first)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

/* Takes all jobs of an owner out of the queue. */
static void cancel(struct queue *queue, int owner) {
    struct job *before = NULL;
    for (struct job *job = queue->first; job; job = job->next) {
        if (job->owner != owner) {
            before = job;
            continue;
        }
        if (before)
            before->next = job->next;
        else
            queue->first = job->next;
        free(job);
    }
    queue->last = before;
}

/* Prints the first job, if there is one. */
static int print(struct queue *queue) {
    struct job *job = queue->first;
    if (!job)
        return 0;
    queue->first = job->next;
    if (!on) {
        printer_on();
        on = 1;
    }
    printer_page(job->owner);
    free(job);
    return 1;
}

int main(void) {
    struct queue queue = {NULL, NULL};
    int command;
    while ((command = getchar()) != EOF) {
        if (command == 'a')
            add(&queue, getchar());
        else if (command == 'c')
            cancel(&queue, getchar());
        else if (command == 'p')
            print(&queue);
    }
    while (print(&queue))
        ;
    if (on)
        printer_off();
    return 0;
}
