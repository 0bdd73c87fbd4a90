import type { ExpenseJson } from '@outlay/contracts';
import fc from 'fast-check';
import { after, DECISIONS, FORMS, opened, type Command, type Opening, type Story } from './transition-model.js';

const ROLES = ['team_member', 'partner', 'super_admin'] as const;
const form = fc.constantFrom(...FORMS);
const by = fc.constantFrom('owner' as const, ...ROLES);
const writing = fc.record({ what: fc.constantFrom('save' as const, 'submit' as const), form });
// Owners mostly write and super admins mostly decide; else nearly everything would be refused.
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: writing.map((step) => ({ ...step, by: 'owner' as const })) },
  { weight: 8, arbitrary: fc.constantFrom(...DECISIONS).map((what) => ({ what, by: 'super_admin' as const })) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete' as const), by }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom(...DECISIONS), by }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('save' as const, 'submit' as const), form, by }) },
);

/** An expense's life as anybody might try to lead it. */
export const stories: fc.Arbitrary<Story> = fc.record({
  owner: fc.constantFrom(...ROLES),
  opening: fc.oneof(
    { weight: 9, arbitrary: writing },
    { weight: 1, arbitrary: fc.constant({ what: 'create on behalf' as const }) },
  ),
  commands: fc.array(command, { minLength: 1, maxLength: 16 }),
});

/** An expense under test: does commands as somebody, and says where it stands. */
export interface Actual {
  /** Whether it was done; false where it was refused. Throws where the product failed. */
  perform(command: Command): Promise<boolean>;
  look(): Promise<Pick<ExpenseJson, 'revision'> & { readonly status: string }>;
}
/** Begins a story; null where the opening is refused. */
export type Begin = (story: Story) => Promise<Actual | null>;

/** Where the product and the model part ways in a story; null for nowhere. */
export async function divergence(story: Story, begin: Begin): Promise<string | null> {
  let model = opened(story);
  const actual = await begin(story);
  const told = (index: number, text: string) =>
    `${text}: ${tell({ ...story, commands: story.commands.slice(0, index + 1) })}`;
  if (!model || !actual)
    return !model && !actual ? null : told(-1, model ? 'refused an opening' : 'allowed an opening');
  for (const [index, command] of story.commands.entries()) {
    const expected = after(model, story.owner, command);
    const done = await actual.perform(command);
    if (done !== (expected !== null)) return told(index, done ? 'allowed the last of' : 'refused the last of');
    model = expected ?? model;
    const { status } = await actual.look();
    if (status !== model.status) return told(index, `is ${status} and not ${model.status} after`);
  }
  return null;
}

function tell({ owner, opening, commands }: Story): string {
  const form = (step: Opening | Command) => ('form' in step ? ` ${step.form}` : '');
  const steps = commands.map((command) => `${command.by}: ${command.what}${form(command)}`);
  return [`owned by a ${owner}`, `${opening.what}${form(opening)}`, ...steps].join(' → ');
}
