import {
  OutlayError,
  requireActor,
  type MessageContext,
  type PendingAnswer,
  type PendingChange,
} from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { derivedUuid, type IdSource } from '@outlay/ids';
import { canonicalRole } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';
import { decideAccount, type AccountCommand, type UserChange } from './domain/decide-account.js';
import type { FourEyes } from './four-eyes.js';
import type { PasswordStore } from './password.store.js';
import { Semaphore } from './semaphore.js';
import type { AccountStream } from './stream/account-stream.js';
import type { NewUser, UserOfOlderRelease, UserRow } from './user.rules.js';
import type { UserStore } from './user.store.js';

interface NotedChange {
  readonly userId: string;
  readonly command: AccountCommand;
  /** The new one, if the command changes it. */
  readonly passwordHash: string | null;
  readonly context: MessageContext;
}

type PrepareChange = () => Promise<Omit<NotedChange, 'context'> | null>;

interface ChangeLogRow {
  readonly _id: string;
  readonly revision: number;
  /** The earlier form is what an older release left behind when it crashed. */
  readonly pending: NotedChange | { readonly userId: string; readonly change: UserChange } | null;
}

const schema = new Schema<ChangeLogRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    pending: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false },
);

const LOG_ID = 'roster';
/** Each failed attempt means that another change succeeded, so this many in a row point to a defect. */
const MAX_ATTEMPTS = 100;

/**
 * One document serialises changes, so that a super admin always remains and an email has one account. A change is noted
 * there before its events are appended and the user is written. Its next reader applies what a crash left pending.
 */
export class UserChangeStore {
  /** Of several at once, all but one would begin again. */
  private readonly turn = new Semaphore(1, Infinity);

  private constructor(
    private readonly model: Model<ChangeLogRow>,
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly accounts: AccountStream,
    private readonly ids: IdSource,
    private readonly fourEyes: FourEyes,
  ) {}

  static async open(
    documents: Connection,
    users: UserStore,
    passwords: PasswordStore,
    accounts: AccountStream,
    ids: IdSource,
    fourEyes: FourEyes,
  ): Promise<UserChangeStore> {
    const model = documents.model<ChangeLogRow>('UserChangeLog', schema, 'roster');
    await prepareCollection(model);
    await model.create({ _id: LOG_ID, revision: 0, pending: null }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    const store = new UserChangeStore(model, users, passwords, accounts, ids, fourEyes);
    for (const user of await users.listOfOlderReleases()) await store.import(user);
    await store.applyPending();
    return store;
  }

  /** The user with what waits of this change. */
  async change(userId: string, change: UserChange, context: MessageContext): Promise<UserRow> {
    let waitsFor: string | null = null;
    await this.write(context, async () => {
      const user = await this.existing(userId);
      await this.fourEyes.requireRemaining(user, change);
      waitsFor = await this.fourEyes.askerOf(user, change, context);
      return { userId, command: { id: this.ids.uuid(), type: 'Change', change, waitsFor }, passwordHash: null };
    });
    const user = await this.users.get(userId);
    return waitsFor === null ? { ...user, pendingChange: null } : user;
  }

  /** Null if there is an account with this id or email. */
  async register(userId: string, user: NewUser, inviteId: string, context: MessageContext): Promise<UserRow | null> {
    const { passwordHash, ...person } = user;
    const isNew = await this.write(context, async () => {
      if ((await this.users.find(userId)) ?? (await this.users.findByEmail(user.email))) return null;
      const command: AccountCommand = { id: this.ids.uuid(), type: 'Register', person: { ...person, inviteId } };
      return { userId, command, passwordHash };
    });
    return isNew ? this.users.find(userId) : null;
  }

  /** Ends all sessions. Null if the password is another one than expected. */
  async changePassword(
    userId: string,
    passwordHash: string,
    expected: { readonly hash: string } | 'reset-code',
    context: MessageContext,
  ): Promise<UserRow | null> {
    const withCode = expected === 'reset-code';
    const isChanged = await this.write(context, async () => {
      await this.existing(userId);
      if (!withCode && (await this.passwords.hashOf(userId)) !== expected.hash) return null;
      return { userId, command: { id: this.ids.uuid(), type: 'ChangePassword', withCode }, passwordHash };
    });
    return isChanged ? this.users.get(userId) : null;
  }

  /** Returns what waits, else null. The code itself is never in an event. */
  async noteResetCode(userId: string, expiresAt: string, context: MessageContext): Promise<PendingChange | null> {
    let waitsFor: string | null = null;
    await this.write(context, async () => {
      const user = await this.existing(userId);
      waitsFor = await this.fourEyes.askerOf(user, 'reset_code', context);
      const id = this.ids.uuid();
      const command: AccountCommand = waitsFor
        ? { id, type: 'RequestResetCode', waitsFor }
        : { id, type: 'IssueResetCode', expiresAt };
      return { userId, command, passwordHash: null };
    });
    return waitsFor === null ? null : ((await this.users.get(userId)).pendingChange ?? null);
  }

  /** Returns what has been answered. @param expiresAt of the reset code, if that is confirmed */
  async answer(
    userId: string,
    { changeId, answer, expiresAt }: { changeId: string; answer: PendingAnswer; expiresAt: string },
    context: MessageContext,
  ): Promise<PendingChange> {
    const by = requireActor(context).id;
    let answered: PendingChange | null = null;
    await this.write(context, async () => {
      const user = await this.existing(userId);
      answered = (await this.accounts.load(userId)).state?.pendingChange ?? null;
      if (answered && answer === 'confirm') await this.fourEyes.requireConfirmable(user, answered);
      const id = this.ids.uuid();
      return {
        userId,
        command: { id, type: 'Answer', requestId: changeId, answer, by, expiresAt },
        passwordHash: null,
      };
    });
    if (!answered) throw new Error('Only what waits can be answered');
    return answered;
  }

  async dismissNotices(userId: string, upTo: string, context: MessageContext): Promise<void> {
    await this.existing(userId);
    await this.users.project(
      await this.accounts.execute(userId, { id: this.ids.uuid(), type: 'DismissNotices', upTo }, context),
    );
  }

  /** False if there is nothing to change. */
  private write(context: MessageContext, prepare: PrepareChange): Promise<boolean> {
    return this.turn.run(() => this.writeInTurn(context, prepare));
  }

  private async writeInTurn({ actor, correlationId }: MessageContext, prepare: PrepareChange): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const revision = await this.applyPending();
      const change = await prepare();
      if (!change) return false;
      const { state } = await this.accounts.load(change.userId);
      if (decideAccount(change.command, state).length === 0) return true;
      if (!(await this.append(revision, { ...change, context: { actor, correlationId } }))) continue;
      await this.applyPending();
      // A server without atomic updates, such as FerretDB 1, may have replaced the note by another writer's.
      const account = await this.accounts.load(change.userId);
      if (account.state?.eventIds.includes(change.command.id)) return true;
    }
    throw new OutlayError('CONFLICT', 'Users are being changed by somebody else right now. Please try again.');
  }

  private async applyPending(): Promise<number> {
    const { revision, pending } = await this.read();
    if (pending) {
      const { userId, command, passwordHash, context } =
        'command' in pending ? pending : ofOlderRelease(pending, revision);
      const account = await this.accounts.execute(userId, command, context).catch((error: unknown) => {
        // Only what FerretDB 1 let overwrite another note; its writer looks for its effect and begins again.
        if (error instanceof OutlayError && error.code === 'CONFLICT') return this.accounts.load(userId);
        throw error;
      });
      await this.users.project(account);
      if (passwordHash !== null) {
        const revision = account.state?.eventIds.indexOf(command.id) ?? -1;
        await this.passwords.set(userId, passwordHash, revision);
      }
      await this.model.updateOne({ _id: LOG_ID, revision }, { $set: { pending: null } });
    }
    return revision;
  }

  private async append(expectedRevision: number, pending: NotedChange): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: LOG_ID, revision: expectedRevision, pending: null },
      { $set: { revision: expectedRevision + 1, pending } },
    );
    return modifiedCount === 1;
  }

  private async read(): Promise<ChangeLogRow> {
    const row = await this.model.findById(LOG_ID).lean();
    if (!row) throw new Error('The log of user changes is missing from the document store.');
    return row;
  }

  private async existing(userId: string): Promise<UserRow> {
    const user = await this.users.get(userId);
    if (user.revision === undefined) await this.import(user);
    return user;
  }

  /** Its events begin with what an account of an older release is; the same id whoever imports it first. */
  private async import(user: UserOfOlderRelease): Promise<void> {
    const { _id, email, firstName, lastName, role, status, reimbursementCurrency, createdAt, tokenVersion } = user;
    const person = { email, firstName, lastName, role: canonicalRole(role), status, reimbursementCurrency };
    const command: AccountCommand = {
      id: derivedUuid(`account:${_id}:imported`),
      type: 'Import',
      account: { ...person, createdAt, tokenVersion },
    };
    const account = await this.accounts.execute(_id, command, { actor: null, correlationId: command.id });
    const { passwordHash = '', passwordRevision = 0 } = user;
    if (passwordHash !== '') await this.passwords.set(_id, passwordHash, passwordRevision);
    await this.users.project(account);
  }
}

function ofOlderRelease(
  { userId, change }: { readonly userId: string; readonly change: UserChange },
  revision: number,
): NotedChange {
  const id = derivedUuid(`roster:${revision}`);
  return {
    userId,
    command: { id, type: 'Change', change },
    passwordHash: null,
    context: { actor: null, correlationId: id },
  };
}
