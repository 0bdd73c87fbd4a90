import { Inject, Injectable } from '@nestjs/common';
import type { ExpenseView } from '@outlay/contracts';
import { findStored, isUnavailable } from '@outlay/documents';
import type { LoadedStream } from '@outlay/event-sourcing';
import { searchable } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PersonState } from '../domain/person.js';
import { READ_MODEL_VERSION } from './expense.model.js';

/** A person whose names were changed; all others have the names of their claims. */
interface PersonRow {
  readonly _id: string;
  /** The revision of the account's stream. */
  readonly revision: number;
  readonly name: string;
}

const schema = new Schema<PersonRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    name: { type: String, required: true },
  },
  { versionKey: false },
);

export type PersonModel = Model<PersonRow>;
export const PERSON_MODEL = Symbol('PersonModel');

export function personModel(documents: Connection, collection = `people_v${READ_MODEL_VERSION}`): PersonModel {
  return documents.models[collection]
    ? documents.model<PersonRow>(collection)
    : documents.model<PersonRow>(collection, schema, collection);
}

export function toPersonRow({ id: _id, state, revision }: LoadedStream<PersonState>): PersonRow | null {
  return state?.isRenamed ? { _id, revision, name: state.name } : null;
}

/** Today's names, which lists and searches show instead of those that claims were sent with. */
@Injectable()
export class RenamedPeople {
  constructor(@Inject(PERSON_MODEL) private readonly rows: PersonModel) {}

  /** Names by id, for people with another name than their first. */
  async names(ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, string>> {
    const found = await findStored(this.rows, { _id: { $in: [...new Set(ids)] } }, ['name']);
    return new Map(found.map(({ _id, name }) => [_id, name]));
  }

  /** The same for the owners of rows. */
  namesIn(rows: readonly { readonly userId: string | null }[]): Promise<ReadonlyMap<string | null, string>> {
    return this.names(rows.map(({ userId }) => userId));
  }

  /** @param text in its searched form */
  async withNameLike(text: string): Promise<string[]> {
    const all = await this.rows.find({}, { name: 1 }).lean<PersonRow[]>();
    return all.filter(({ name }) => searchable(name).includes(text)).map(({ _id }) => _id);
  }

  /** The view keeps the names of the claim while names cannot be read: the command that it answers has succeeded. */
  async named(view: ExpenseView): Promise<ExpenseView> {
    const names = await this.names([view.userId]).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return new Map<string | null, string>();
    });
    return { ...view, userName: names.get(view.userId) ?? view.userName };
  }
}
