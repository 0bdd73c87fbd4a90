import type { ExpenseJson } from '@outlay/contracts';
import fc from 'fast-check';
import {
  next,
  DECISIONS,
  FORMS,
  FORMS_ON_BEHALF,
  initialModel,
  type Command,
  type Creation,
  type CommandSequence,
} from './transition-model.js';

const ROLES = ['team_member', 'partner', 'super_admin'] as const;
const form = fc.constantFrom(...FORMS);
const onBehalf = fc.constantFrom(...FORMS_ON_BEHALF);
const by = fc.constantFrom('owner' as const, ...ROLES);
const writing = fc.record({ what: fc.constantFrom('save' as const, 'submit' as const), form });
// Mostly owners write and super admins review, because most other commands are rejected.
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: writing.map((step) => ({ ...step, by: 'owner' as const })) },
  { weight: 8, arbitrary: fc.constantFrom(...DECISIONS).map((what) => ({ what, by: 'super_admin' as const })) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete' as const), by }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom(...DECISIONS), by }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('save' as const, 'submit' as const), form, by }) },
);

export const commandSequences: fc.Arbitrary<CommandSequence> = fc.record({
  owner: fc.constantFrom(...ROLES),
  creation: fc.oneof(
    { weight: 9, arbitrary: writing },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('create on behalf' as const), form: onBehalf }) },
  ),
  commands: fc.array(command, { minLength: 1, maxLength: 16 }),
});

export interface ExpenseDriver {
  /** False if the command was rejected. @throws if the product failed */
  perform(command: Command): Promise<boolean>;
  currentState(): Promise<Pick<ExpenseJson, 'revision'> & { readonly status: string }>;
}

/** Null if the creation is rejected. */
export type CreateExpense = (sequence: CommandSequence) => Promise<ExpenseDriver | null>;

export async function findDivergence(sequence: CommandSequence, create: CreateExpense): Promise<string | null> {
  let model = initialModel(sequence);
  const driver = await create(sequence);
  const report = (index: number, text: string) =>
    `${text}: ${describeSequence({ ...sequence, commands: sequence.commands.slice(0, index + 1) })}`;
  if (!model || !driver)
    return !model && !driver ? null : report(-1, model ? 'rejected the creation' : 'allowed the creation');
  for (const [index, command] of sequence.commands.entries()) {
    const expected = next(model, sequence.owner, command);
    const done = await driver.perform(command);
    if (done !== (expected !== null))
      return report(index, done ? 'allowed the last command of' : 'rejected the last command of');
    model = expected ?? model;
    const { status } = await driver.currentState();
    if (status !== model.status) return report(index, `is ${status} and not ${model.status} after`);
  }
  return null;
}

function describeSequence({ owner, creation, commands }: CommandSequence): string {
  const form = (step: Creation | Command) => ('form' in step ? ` ${step.form}` : '');
  const steps = commands.map((command) => `${command.by}: ${command.what}${form(command)}`);
  return [`owned by a ${owner}`, `${creation.what}${form(creation)}`, ...steps].join(' → ');
}
