import { lint } from './lint.js';

const SCREEN = 'web/src/features/screen.tsx';
const PREFIX = `import { toast } from '#ui/toast';
declare function Fact(props: { name: string }): null;
declare function logFailure(what: string, error: unknown): void;
export const screen = (on: boolean, name: string, sort: string, error: Error) => [
`;

async function violating(expressions: readonly string[]): Promise<readonly string[]> {
  const firstLine = PREFIX.split('\n').length;
  const code = `${PREFIX}${expressions.join(',\n')},\ntoast, Fact, logFailure, on, name, sort, error];\n`;
  const [violations = []] = await lint([{ file: SCREEN, code }]);
  expect(violations.map(({ rule }) => rule).filter((rule) => rule !== 'no-restricted-syntax')).toEqual([]);
  return expressions.filter((_, index) => violations.some(({ line }) => line === firstLine + index));
}

describe('the lint of the client', () => {
  it('rejects texts outside the string catalogue', async () => {
    const violations = [
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
    expect(await violating(violations)).toEqual(violations);
  }, 300_000);

  it('permits names, classes, paths, keys, and texts that are thrown or logged', async () => {
    const permitted = [
      '<p className="text-sm font-medium">{name}</p>',
      "<p className={on ? 'text-muted' : undefined}>{name}: 5%</p>",
      '<a href="/my-expenses" aria-current="page">→</a>',
      "<p hidden={sort === 'expense'}>{sort === 'expense' && name}</p>",
      '<p title={`${name}, ${sort}`}>{name}{" "}</p>',
      "['GET /api/admin/reports', 'Content-Type', 'Escape']",
      "new Error('The page has nothing to draw in')",
      "logFailure('The expenses could not be fetched', error)",
    ];
    expect(await violating(permitted)).toEqual([]);
  }, 300_000);

  it('rejects what cuts a text of a person, or takes an invisible one for written', async () => {
    const violations = [
      'name.slice(0, 50)',
      'error.adminNotes.substring(0, 3)',
      'error.message.slice(0, 500)',
      'name.charAt(0)',
      'name[0]',
      '!name.trim()',
      "name.trim() === ''",
      'name.trim() || sort',
      'Boolean(name.trim())',
      'name.trim() ? on : sort',
    ];
    expect(await violating(violations)).toEqual(violations);
    expect(await violating(['sort.slice(0, 10)', 'name.trim()', 'shortened(name, 50)', 'isBlank(name)'])).toEqual([]);
  }, 300_000);
});
