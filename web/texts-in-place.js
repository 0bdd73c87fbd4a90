const READ_ATTRIBUTE =
  '/^(aria-(label|description|valuetext|roledescription)|alt|title|placeholder|label|subtitle|hint|description|fallback)$/';
const LETTER = String.raw`/\p{L}/u`;
const CAPITALISED = String.raw`/^\p{Lu}\p{Ll}/u`;
const SENTENCE = String.raw`/^\p{Lu}\S* \p{Ll}/u`;
/** The texts of an expression that are shown as they stand: not those it compares with or looks up by. */
const SHOWN = [
  (text) => text,
  (text) => `ConditionalExpression > ${text}.consequent`,
  (text) => `ConditionalExpression > ${text}.alternate`,
  (text) => `LogicalExpression > ${text}.right`,
];
const shownIn = (place, pattern) =>
  SHOWN.flatMap((part) => [
    `${place} > ${part('Literal')}[value=${pattern}]`,
    `${place} > ${part('TemplateLiteral')} > TemplateElement[value.raw=${pattern}]`,
  ]);
/** Selectors of every text a person reads that is written where it is shown, and not in the catalogue (src/strings). */
export const textsInPlace = [
  `JSXText[value=${LETTER}]`,
  ...shownIn(':matches(JSXElement, JSXFragment) > JSXExpressionContainer', LETTER),
  `JSXAttribute > Literal[value=${CAPITALISED}]`,
  `JSXAttribute[name.name=${READ_ATTRIBUTE}] > Literal[value=${LETTER}]`,
  ...shownIn(`JSXAttribute[name.name=${READ_ATTRIBUTE}] > JSXExpressionContainer`, LETTER),
  ...shownIn(`CallExpression[callee.object.name='toast']`, LETTER),
  `Property[key.name=/^(label|title|hint|description|text|message)$/] > Literal[value=${CAPITALISED}]`,
  // What is thrown or logged is for who looks after the program.
  `:not(NewExpression, CallExpression[callee.name=/^log/]) > Literal[value=${SENTENCE}]`,
  `:not(NewExpression, CallExpression[callee.name=/^log/]) > TemplateLiteral > TemplateElement[value.raw=${SENTENCE}]`,
];
