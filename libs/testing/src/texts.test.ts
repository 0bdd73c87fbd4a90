import { lint } from './lint.js';

const SCREEN = 'web/src/features/crime.tsx';
const AROUND = `import { toast } from '#ui/toast';
declare function Fact(props: { name: string }): null;
declare function logFailure(what: string, error: unknown): void;
export const screen = (on: boolean, name: string, sort: string, error: Error) => [
`;

/** Lints each expression as the part of a screen, and answers those complained of. */
async function complainedOf(expressions: readonly string[]): Promise<readonly string[]> {
  const before = AROUND.split('\n').length;
  const complaints = await lint(
    SCREEN,
    `${AROUND}${expressions.join(',\n')},\ntoast, Fact, logFailure, on, name, sort, error];\n`,
  );
  expect(complaints.map(({ rule }) => rule).filter((rule) => rule !== 'no-restricted-syntax')).toEqual([]);
  return expressions.filter((_, index) => complaints.some(({ line }) => line === before + index));
}

describe('the lint of the client', () => {
  it('refuses a text written where it is shown', async () => {
    const crimes = [
      '<p>Hello</p>',
      "<p>{on ? 'yes' : ''}</p>",
      "<p>{on || 'no'}</p>",
      '<p>{on && `of ${name}`}</p>',
      '<input placeholder="amount" />',
      '<button title="Close" />',
      '<p aria-label={`edit ${name}`} />',
      "<img alt={on ? 'the receipt' : ''} />",
      '<Fact name="Date" />',
      "toast.error('failed')",
      "{ label: 'Draft' }",
      "on ? 'Something went wrong' : null",
      '[`Failed to load ${name}`]',
    ];
    expect(await complainedOf(crimes)).toEqual(crimes);
  }, 60_000);

  it('but no name, class, path or key, and nothing that is thrown or logged', async () => {
    const fine = [
      '<p className="text-sm font-medium">{name}</p>',
      "<p className={on ? 'text-muted' : undefined}>{name}: 5%</p>",
      '<a href="/my-expenses" aria-current="page">→</a>',
      "<p hidden={sort === 'expense'}>{sort === 'expense' && name}</p>",
      '<p title={`${name}, ${sort}`}>{name}{" "}</p>',
      "['GET /api/admin/reports', 'Content-Type', 'Escape']",
      "new Error('The page has nothing to draw in')",
      "logFailure('The expenses could not be fetched', error)",
    ];
    expect(await complainedOf(fine)).toEqual([]);
  }, 60_000);
});
