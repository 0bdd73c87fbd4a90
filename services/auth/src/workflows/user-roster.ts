import { Limit } from '@outlay/concurrency';
import { OutlayError, type MessageContext } from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PasswordStore } from '../credentials/password.store.js';
import { decideAccount, type AccountCommand } from '../domain/decide-account.js';
import type { UserStore } from '../read-models/user.store.js';
import type { AccountStream } from '../stream/account-stream.js';

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
  readonly pending: NotedChange | null;
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
export class UserRoster {
  /** Changes take turns, because all but one of several at once would begin again. */
  private readonly turn = new Limit(1);

  private constructor(
    private readonly model: Model<ChangeLogRow>,
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly accounts: AccountStream,
  ) {}

  /** Applies first what a crash left pending. */
  static async open(
    documents: Connection,
    users: UserStore,
    passwords: PasswordStore,
    accounts: AccountStream,
  ): Promise<UserRoster> {
    const model = documents.model<ChangeLogRow>('UserChangeLog', schema, 'roster');
    await prepareCollection(model);
    await model.create({ _id: LOG_ID, revision: 0, pending: null }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    const roster = new UserRoster(model, users, passwords, accounts);
    await roster.applyPending();
    return roster;
  }

  /** False if there is nothing to change. */
  write(context: MessageContext, prepare: PrepareChange): Promise<boolean> {
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
      return true;
    }
    throw new OutlayError('CONFLICT', 'Users are being changed by somebody else right now. Please try again.');
  }

  private async applyPending(): Promise<number> {
    const { revision, pending } = await this.read();
    if (pending) {
      const { userId, command, passwordHash, context } = pending;
      const account = await this.accounts.execute(userId, command, context);
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
}
