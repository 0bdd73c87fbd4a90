import * as contracts from '@outlay/contracts';
import { isOperation, type Operation } from '@outlay/contracts';
import { FOLLOWED, HANDSHAKE_SUBJECT } from '@outlay/messaging';
import { PART_NAMES, type PartName, type ServiceName } from './services.js';

const SERVICE_CALLS: Readonly<Record<ServiceName, readonly Operation[]>> = {
  auth: [
    contracts.redeemInvite,
    contracts.readInviteHistory,
    contracts.countUsers,
    contracts.createFirstInvite,
    contracts.followPerson,
  ],
  invites: [contracts.countUsers, contracts.checkGrants],
  fx: [],
  expenses: [
    contracts.resolveRate,
    contracts.getUser,
    contracts.countUsers,
    contracts.requestReport,
    contracts.findMissingReports,
  ],
  audit: [
    contracts.resolveExpense,
    contracts.findOwners,
    contracts.findStreams,
    contracts.describeStreams,
    contracts.readProjectionState,
    contracts.recordAccess,
  ],
  reports: [],
  'report-worker': [contracts.getPayment, contracts.findPaymentCheckpoint, contracts.recordReport],
};
/** The gateway makes every call that no service makes, and these, which services make as well. */
const ALSO_GATEWAY: readonly Operation[] = [contracts.resolveRate, contracts.recordAccess];

const OPERATIONS = Object.values<unknown>(contracts).filter(isOperation);

/** The subjects that the user of a part may publish to and subscribe to, besides its inbox and replies. */
interface BusPermissions {
  readonly calls: readonly string[];
  readonly handles: readonly string[];
}

export function busPermissions(part: PartName): BusPermissions {
  // Subjects that a service handles begin with its name.
  const handles = OPERATIONS.filter(({ subject }) => subject.startsWith(`${part}.`));
  return { calls: subjectsOf(callsOf(part)), handles: subjectsOf(handles) };
}

/** Only the user of the part may subscribe to it, so no other part reads its replies. */
export function inboxPrefix(part: PartName | '*'): string {
  return `_INBOX.${part}`;
}

/** The environment variable of the NATS server with the password of a part. */
export function natsPasswordVariable(part: PartName): string {
  return `NATS_PASSWORD_${part.toUpperCase().replaceAll('-', '_')}`;
}

/** The part of the NATS server's configuration that has one user for each part of the product. */
export function natsUsers(): string {
  return `# Written by \`npm run nats-users\` from the contracts: one user a part, which may call and handle only what it needs.
# The server takes each password from its environment, in quotes: NATS_PASSWORD_AUTH='"…"'.
${PART_NAMES.map(natsPermissions).join('')}
authorization {
  users = [
${PART_NAMES.map((part) => `    ${natsUser(part, part, `$${natsPasswordVariable(part)}`)}\n`).join('')}  ]
}
`;
}

/** A user with the permissions of a part, which may have several while a password changes. */
export function natsUser(part: PartName, name: string, password: string): string {
  return `{ user: ${name}, password: ${password}, permissions: $${permissionsVariable(part)} }`;
}

const permissionsVariable = (part: PartName) => `may_${part.replaceAll('-', '_')}`;

function natsPermissions(part: PartName): string {
  const { calls, handles } = busPermissions(part);
  const isService = handles.length > 0;
  // Signs of progress, of operations that grow, for as long as they take.
  const followed = isService ? [`${inboxPrefix('*')}.${FOLLOWED}.>`] : [];
  const publish = [...calls, HANDSHAKE_SUBJECT, ...followed];
  const subscribe = [...handles, ...(isService ? [HANDSHAKE_SUBJECT] : []), `${inboxPrefix(part)}.>`];
  return `${permissionsVariable(part)} {
  publish { allow: ${list(publish)} }
  subscribe { allow: ${list(subscribe)} }
${isService ? '  # Replies, to whoever called, and for longer than anybody waits.\n  allow_responses { max: 1, expires: "10s" }\n' : ''}}
`;
}

function callsOf(part: PartName): readonly Operation[] {
  if (part !== 'gateway') return SERVICE_CALLS[part];
  const internal = Object.values(SERVICE_CALLS)
    .flat()
    .filter((operation) => !ALSO_GATEWAY.includes(operation));
  return OPERATIONS.filter((operation) => !internal.includes(operation));
}

function subjectsOf(operations: readonly Operation[]): readonly string[] {
  return operations.map(({ subject }) => subject).sort();
}

function list(subjects: readonly string[]): string {
  return `[\n${subjects.map((subject) => `    "${subject}"\n`).join('')}  ]`;
}
