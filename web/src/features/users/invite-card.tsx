import { ROLE_LABELS, ROLES, type AssignableRole } from '@outlay/rules';
import { useState, type SubmitEvent } from 'react';
import * as texts from '#strings/users';
import { messageOf } from '#lib/errors';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { Input, Select } from '#ui/controls';
import { emailHint } from '#ui/email-hint';
import { Field } from '#ui/field';
import { ErrorNotice } from '#ui/notice';
import { toast } from '#ui/toast';
import { INVITE_DAYS, inviteProblems, useCreateInvite, type InviteForm } from './invites';
import { CreatedInvite } from './created-invite';

const EMPTY: InviteForm = { email: '', role: 'team_member', days: '' };

export function InviteCard() {
  const [form, setForm] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const create = useCreateInvite();
  const problems = inviteProblems(form);
  const set = (change: Partial<InviteForm>) => setForm((now) => ({ ...now, ...change }));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    const problem = problems.email ?? problems.days;
    if (problem) return void toast.error(problem);
    create.mutate(form, {
      onSuccess: () => {
        setForm(EMPTY);
        setTried(false);
      },
      onError: (error) => toast.error(messageOf(error, texts.inviteFailed)),
    });
  }

  return (
    <Card className="p-5" aria-labelledby="invite-title">
      <CardTitle id="invite-title">{texts.createInvite}</CardTitle>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)]">
          <Field label={texts.email} hint={emailHint(form.email)} error={tried ? problems.email : null}>
            {(control) => (
              <Input
                {...control}
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={form.email}
                onChange={({ target }) => set({ email: target.value })}
              />
            )}
          </Field>
          <Field label={texts.role}>
            {(control) => (
              <Select
                {...control}
                value={form.role}
                onChange={({ target }) => set({ role: target.value as AssignableRole })}
              >
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {ROLE_LABELS[role]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={texts.expiresIn} error={tried ? problems.days : null}>
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min={INVITE_DAYS.min}
                max={INVITE_DAYS.max}
                placeholder={String(INVITE_DAYS.default)}
                value={form.days}
                onChange={({ target }) => set({ days: target.value })}
              />
            )}
          </Field>
        </div>
        {create.isError && <ErrorNotice error={create.error} fallback={texts.inviteFailed} />}
        <Button type="submit" variant="primary" busy={create.isPending}>
          {texts.createInvite}
        </Button>
      </form>
      {create.data && <CreatedInvite invite={create.data} />}
    </Card>
  );
}
