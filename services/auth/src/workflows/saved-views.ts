import { Inject, Injectable } from '@nestjs/common';
import { fullName, type ListedView, type MessageContext, type RequestOf, type saveView } from '@outlay/contracts';
import type { IdSource } from '@outlay/time';
import type { AccountCommand } from '../domain/decide-account.js';
import { isSameName, viewNotFound } from '../domain/saved-views.js';
import type { UserRow } from '../domain/user.rules.js';
import { IDS } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountStream } from '../stream/account-stream.js';

/** Saved views are part of their owners' accounts, and stay when an owner's role changes. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly users: UserStore,
    private readonly accounts: AccountStream,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  /** The views of the user, and what others share, by name. */
  async list(userId: string): Promise<ListedView[]> {
    const owners = await this.users.withViews();
    return owners
      .flatMap(listedViews)
      .filter(({ ownerId, shared }) => shared || ownerId === userId)
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
  }

  async save(userId: string, { viewId, ...content }: RequestOf<typeof saveView>, context: MessageContext) {
    const id = this.ids.uuid();
    const view = { viewId: viewId ?? id, ...content };
    const owner = await this.change(userId, { id, type: 'SaveView', view, isNew: viewId === null }, context);
    const saved = listedViews(owner).find(({ name }) => isSameName(name, view.name));
    if (!saved) throw viewNotFound();
    return saved;
  }

  async remove(userId: string, viewId: string, context: MessageContext): Promise<void> {
    const owner = (await this.list(userId)).find(({ id }) => id === viewId)?.ownerId;
    if (owner === undefined) throw viewNotFound();
    await this.change(owner, { id: this.ids.uuid(), type: 'RemoveView', viewId, isOwn: owner === userId }, context);
  }

  private async change(ownerId: string, command: AccountCommand, context: MessageContext): Promise<UserRow> {
    await this.users.project(await this.accounts.execute(ownerId, command, context));
    return this.users.get(ownerId);
  }
}

function listedViews(owner: UserRow): ListedView[] {
  return (owner.views ?? []).map(({ viewId, name, shared, filter, savedAt }) => {
    return { id: viewId, name, shared, filter, savedAt, ownerId: owner._id, ownerName: fullName(owner) };
  });
}
