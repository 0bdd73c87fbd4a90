export const TAGS = [
  { name: 'Session', description: 'Signing in and the own account.', paths: /^\/api\/auth\/(?!invites)/ },
  { name: 'Expenses', description: "The caller's own.", paths: /^\/api\/(expenses|trips)/ },
  {
    name: 'Review',
    description: 'The expenses of all users, for super admins.',
    paths: /^\/api\/admin\/(expenses|views|analytics|payment-runs)/,
  },
  { name: 'Reports', description: 'Payment reports.', paths: /^\/(api\/admin\/(my-)?)?reports/ },
  { name: 'Files', description: 'Receipts, and links to files.', paths: /^\/(api\/)?(uploads|signed-urls)/ },
  { name: 'Users', description: 'Accounts, for super admins.', paths: /^\/api\/admin\/users/ },
  { name: 'Invites', description: 'Invites to register, for super admins.', paths: /^\/api\/(admin|auth)\/invites/ },
  { name: 'Audit', description: 'The log of all events and its proofs, for super admins.', paths: /^\/api\/audit/ },
  { name: 'Exchange rates', description: 'Rates by day.', paths: /^\/api\/(admin\/)?exchange-rate/ },
  { name: 'Service', description: 'Health and the API documents.', paths: /^\/api\/(health|openapi|asyncapi)/ },
] as const;

export function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.test(path));
  if (!tag) throw new TypeError(`No tag of the API description matches ${path}`);
  return tag.name;
}
