import { ROLE_LABELS, ROLES, type AssignableRole } from '@outlay/rules';
import * as texts from '#strings/users';
import { useCreateForm } from '#panel/use-create-form';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { Input, Select } from '#ui/controls';
import { emailHint } from '#ui/email-hint';
import { Field } from '#ui/field';
import { ErrorNotice } from '#ui/notice';
import { WholeNumberField } from '#ui/whole-number-field';
import { INVITE_DAYS, inviteProblems, useCreateInvite, type InviteForm } from './invites';
import { CreatedInvite } from './created-invite';

const EMPTY: InviteForm = { email: '', role: 'team_member', days: '' };

export function InviteCard() {
  const create = useCreateInvite();
  const { form, set, problems, submit } = useCreateForm({
    empty: EMPTY,
    problemsOf: inviteProblems,
    create,
    failed: texts.inviteFailed,
  });

  return (
    <Card className="p-5" aria-labelledby="invite-title">
      <CardTitle id="invite-title">{texts.createInvite}</CardTitle>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)]">
          <Field label={texts.email} hint={emailHint(form.email)} error={problems.email}>
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
          <WholeNumberField
            label={texts.expiresIn}
            error={problems.days}
            placeholder={String(INVITE_DAYS.default)}
            value={form.days}
            onChange={(days) => set({ days })}
          />
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
