import type { UserJson } from '@outlay/contracts';
import { isBlank, REIMBURSEMENT_CURRENCIES, ROLE_LABELS, ROLES } from '@outlay/rules';
import { useState, type SubmitEvent } from 'react';
import * as texts from '#strings/users';
import * as ui from '#strings/ui';
import { messageOf } from '#lib/errors';
import { Button } from '#ui/button';
import { Input, Select } from '#ui/controls';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { ErrorNotice } from '#ui/notice';
import { toast } from '#ui/toast';
import { PersonHistory } from './person-history';
import { useUpdateUser, type EditableUser } from './users';

const FORM = 'edit-user';
const EDITABLE = ['first_name', 'last_name', 'role', 'status', 'reimbursement_currency'] as const;

export interface EditUserDialogProps {
  user: UserJson;
  isLast: boolean;
  onClose: () => void;
}

export function EditUserDialog({ user, isLast, onClose }: EditUserDialogProps) {
  const before = editable(user);
  const [form, setForm] = useState(before);
  const update = useUpdateUser();
  const set = (change: Partial<EditableUser>) => setForm((now) => ({ ...now, ...change }));
  const isChanged = EDITABLE.some((field) => form[field] !== before[field]);
  const isNamed = !isBlank(form.first_name) && !isBlank(form.last_name);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    update.mutate(
      { id: user.id, changes: form },
      {
        onSuccess: ({ user: { pending_change } }) => {
          toast.success(pending_change ? texts.waits : texts.updated);
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, texts.updateFailed)),
      },
    );
  }

  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={texts.editTitle}
      description={user.email}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={FORM} variant="primary" disabled={!isChanged || !isNamed} busy={update.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField label={texts.firstName} value={form.first_name} onChange={(first_name) => set({ first_name })} />
          <NameField label={texts.lastName} value={form.last_name} onChange={(last_name) => set({ last_name })} />
        </div>
        <Choice
          label={texts.role}
          value={form.role}
          options={ROLES.map((role) => [role, ROLE_LABELS[role]])}
          locked={isLast}
          onChange={(role) => set({ role })}
        />
        <Choice
          label={texts.status}
          value={form.status}
          options={[
            ['active', texts.active],
            ['inactive', texts.inactive],
          ]}
          locked={isLast}
          onChange={(status) => set({ status })}
        />
        <Choice
          label={texts.reimbursementCurrency}
          value={form.reimbursement_currency}
          options={REIMBURSEMENT_CURRENCIES.map((currency) => [currency, currency])}
          onChange={(reimbursement_currency) => set({ reimbursement_currency })}
        />
        {update.isError && <ErrorNotice error={update.error} fallback={texts.updateFailed} />}
      </form>
      <div className="mt-6 border-t border-line pt-4">
        <PersonHistory id={user.id} />
      </div>
    </Dialog>
  );
}

function editable({ first_name, last_name, role, status, reimbursement_currency }: UserJson): EditableUser {
  return { first_name, last_name, role, status, reimbursement_currency };
}

function NameField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label} error={isBlank(value) ? texts.required(label) : null}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          maxLength={100}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  locked?: boolean;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, locked = false, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={locked ? texts.lastSuperAdmin : undefined}>
      {(control) => (
        <Select {...control} disabled={locked} value={value} onChange={({ target }) => onChange(target.value as Value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
