const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

/** ESLint rule: rejects the names of replies, which libs/contracts makes, in objects and types that others write. */
export const namesOfReplies = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const check = ({ key, computed }) => {
      const name = key.type === 'Identifier' ? key.name : key.value;
      if (computed || !SNAKE_CASE.test(name)) return;
      const message = `Write "${name}" in camelCase: toSnakeCase of @outlay/contracts makes the names of replies.`;
      context.report({ node: key, message });
    };
    return { 'ObjectExpression > Property': check, TSPropertySignature: check, PropertyDefinition: check };
  },
};
