import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { messageOf } from '#lib/errors';
import { toast } from '#ui/toast';

type Problems<Form> = Partial<Record<keyof Form, string | null>>;

export interface CreateForm<Form> {
  readonly empty: Form;
  /** The problems by field; null where there is none. */
  readonly problemsOf: (form: Form) => Problems<Form>;
  readonly create: Pick<UseMutationResult<unknown, Error, Form>, 'mutate' | 'isPending'>;
  /** The fallback for an error without a message. */
  readonly failed: string;
}

/** A form that shows its problems once it was sent, and is emptied when it has succeeded. */
export function useCreateForm<Form extends object>({ empty, problemsOf, create, failed }: CreateForm<Form>) {
  const [form, setForm] = useState(empty);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(form);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    const problem = Object.values<string | null | undefined>(problems).find(Boolean);
    if (problem) return void toast.error(problem);
    if (create.isPending) return;
    create.mutate(form, {
      onSuccess: () => {
        setForm(empty);
        setTried(false);
      },
      onError: (error) => toast.error(messageOf(error, failed)),
    });
  }

  return {
    form,
    problems: tried ? problems : ({} as Problems<Form>),
    set: (change: Partial<Form>) => setForm((now) => ({ ...now, ...change })),
    submit,
  };
}
