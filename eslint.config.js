import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { commentWords } from './libs/testing/src/comment-words.mjs';
import { namesOfReplies } from './libs/testing/src/names-of-replies.mjs';
import { textsInPlace } from './web/texts-in-place.js';

/** Test helpers, as a boundary cannot tell that a project uses another in its tests only. */
const tests = ['**/*.test.ts', '**/*.contract.ts', '**/contract/**', '**/testing/**'];
const noTestHelpers = {
  group: ['@outlay/testing', '@outlay/testing/**'],
  message: 'The product does without the helpers of its tests.',
};
const noMessages = { group: ['**/messages/*'], message: 'Nothing imports messages.' };
const behindMessages = [
  'services/*/src/{stream,projections,read-models,views,history,credentials,workflows,jobs,documents}/**/*.ts',
];

// An entry of this rule replaces those before it, so that each says all that holds for its files.
const restrictImports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

/** A cut inside a character shows half of it; `@outlay/rules` cuts between what people count as characters. */
const PERSONS_TEXT =
  '/(^|_|[a-z])(names?|messages?|notes?|reason|justification|description|summary|title|label|typed)$/i';
const NO_PERSONS_TEXT = '/(file|blob|stream|host|field|event|key)_?names?$/i';
const noCuts = ['Identifier', 'MemberExpression']
  .flatMap((kind) => {
    const key = kind === 'Identifier' ? 'name' : 'property.name';
    const text = `${kind}[${key}=${PERSONS_TEXT}]:not([${key}=${NO_PERSONS_TEXT}])`;
    const cut = '[property.name=/^(slice|substring|substr|charAt|at|codePointAt)$/]';
    return [
      `MemberExpression${cut} > ${text}.object`,
      `MemberExpression[computed=true][property.value>=0] > ${text}.object`,
    ];
  })
  .map((selector) => ({
    selector,
    message: 'Cut a text of a person with shortened, fitting or shortName of @outlay/rules.',
  }));

const noTextsInPlace = textsInPlace.map((selector) => ({
  selector,
  message: 'A text people read stands in the catalogue, web/src/strings.',
}));

/** A text of invisible characters counts as empty. */
const trimmed = "CallExpression[callee.property.name='trim']";
const noTrimmedTests = [
  `UnaryExpression > ${trimmed}`,
  `BinaryExpression > ${trimmed}`,
  `LogicalExpression > ${trimmed}`,
  `:matches(ConditionalExpression, IfStatement) > ${trimmed}.test`,
  `CallExpression[callee.name='Boolean'] > ${trimmed}`,
].map((selector) => ({ selector, message: 'Ask isBlank of @outlay/rules whether a person has written something.' }));

/** Files whose names and notes are those of streams and of the log, which have their own forms. */
const protocols = [
  ...[
    'libs/{transparency-log,event-store,blobs}/**',
    'services/audit/src/log/**',
    'services/audit/src/feed/**',
    'services/audit/src/timeline/**',
    'gateway/src/proof-pack/**',
  ],
  ...['deploy/tools/backup/**', 'deploy/acceptance/**'],
];

/** The folders of web/src: each imports only those before it, and no feature imports another. */
const clientLayers = ['lib', 'ui', 'expense', 'reports', 'panel', 'features', 'app'];
const clientTests = ['web/src/**/*.test.{ts,tsx}', 'web/src/**/testing.{ts,tsx}', 'web/src/**/testing/**'];
const clientBoundaries = clientLayers.flatMap((layer, index) => {
  const banned = clientLayers.slice(layer === 'features' ? index : index + 1);
  const patterns = banned.map((above) => ({
    regex: `^#${above}/`,
    message: layer === above ? 'A feature imports no other feature.' : `${layer} imports nothing from ${above}.`,
  }));
  // A relative import that leaves the folder would avoid these names.
  const up = (steps) => ({ regex: `^(\\.\\./){${steps}}`, message: 'Import from another folder with #.' });
  const root = `web/src/${layer}${layer === 'features' ? '/*' : ''}`;
  return [0, 1, 2].map((depth) => ({
    files: [`${root}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    ignores: clientTests,
    rules: restrictImports(...patterns, up(depth + 1)),
  }));
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', 'data/**', '**/*.generated.*', '**/lint-fixtures/**'] },
  ...tseslint.configs.recommended,
  {
    plugins: { outlay: { rules: { 'comment-words': commentWords, 'names-of-replies': namesOfReplies } } },
    rules: { 'outlay/comment-words': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...noCuts],
    },
  },
  {
    files: ['{libs,services}/*/src/**/*.ts', 'gateway/src/**/*.ts'],
    // The process that checks receipts names what libheif has.
    ignores: ['libs/{contracts,rules,testing}/**', 'gateway/src/uploads/check-process/heic.ts', ...tests],
    rules: { 'outlay/names-of-replies': 'error' },
  },
  { files: ['web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing.{ts,tsx}', '**/testing/**', 'web/src/strings/**'],
    rules: { 'no-restricted-syntax': ['error', ...noCuts, ...noTrimmedTests, ...noTextsInPlace] },
  },
  { files: ['web/src/features/audit/proof/*.ts'], rules: { 'no-restricted-syntax': ['error', ...noTextsInPlace] } },
  {
    files: ['services/*/src/domain/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noCuts, ...noTrimmedTests] },
  },
  { files: protocols, rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['{libs,services}/*/src/**/*.ts', 'gateway/src/**/*.ts'],
    ignores: tests,
    rules: restrictImports(noTestHelpers),
  },
  {
    // Inside a service: the domain knows only rules and event types, and nothing imports the messages.
    files: ['services/*/src/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: restrictImports(
      { group: ['../*', '!../domain/*'], message: 'The domain imports nothing of its service.' },
      {
        regex: '^(?!\\.{1,2}/|node:util$|@outlay/(rules|contracts)$)',
        message: 'The domain imports rules and event types only.',
      },
    ),
  },
  ...clientBoundaries,
  { files: behindMessages, rules: restrictImports(noMessages) },
  { files: behindMessages, ignores: tests, rules: restrictImports(noMessages, noTestHelpers) },
  { files: ['deploy/**/*.{ts,mjs}', '.ci/**'], rules: { 'no-console': 'off' } },
);
