const READ_ATTRIBUTE =
  '/^(aria-(label|description|valuetext|roledescription)|alt|title|placeholder|label|subtitle|hint|description|fallback)$/';
const LETTER = String.raw`/\p{L}/u`;
const CAPITALISED = String.raw`/^\p{Lu}\p{Ll}/u`;
const SENTENCE = String.raw`/^\p{Lu}\S* \p{Ll}/u`;
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
/** Selectors for user-visible texts written in components instead of the catalogue (src/strings). */
export const textsInPlace = [
  `JSXText[value=${LETTER}]`,
  ...shownIn(':matches(JSXElement, JSXFragment) > JSXExpressionContainer', LETTER),
  `JSXAttribute > Literal[value=${CAPITALISED}]`,
  `JSXAttribute[name.name=${READ_ATTRIBUTE}] > Literal[value=${LETTER}]`,
  ...shownIn(`JSXAttribute[name.name=${READ_ATTRIBUTE}] > JSXExpressionContainer`, LETTER),
  ...shownIn(`CallExpression[callee.object.name='toast']`, LETTER),
  `Property[key.name=/^(label|title|hint|description|text|message)$/] > Literal[value=${CAPITALISED}]`,
  `:not(NewExpression, CallExpression[callee.name=/^log/]) > Literal[value=${SENTENCE}]`,
  `:not(NewExpression, CallExpression[callee.name=/^log/]) > TemplateLiteral > TemplateElement[value.raw=${SENTENCE}]`,
];
