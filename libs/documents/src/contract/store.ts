import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';

export type OpenStore = () => Promise<mongoose.Connection>;

export interface Claim {
  _id: string;
  owner?: string;
  status?: string | null;
  amount?: number | null;
  createdAt?: Date | null;
  tags?: string[];
  lines?: { sku: string; quantity: number }[];
  detail?: unknown;
  revision?: number;
  note?: string | null;
}

export const CLAIM_PATHS: mongoose.SchemaDefinition<Claim> = {
  _id: { type: String, required: true },
  owner: String,
  status: String,
  amount: Number,
  createdAt: Date,
  tags: { type: [String], default: undefined },
  lines: { type: [{ _id: false, sku: String, quantity: Number }], default: undefined },
  detail: mongoose.Schema.Types.Mixed,
  revision: Number,
  note: String,
};

export type Ability =
  | 'nested arrays'
  | 'the key in a duplicate key error'
  | 'atomic updates'
  | 'upserted ids by their place in a bulk'
  | 'the upserted id of a find and update'
  | 'dropping any collection'
  | 'null in unique indexes'
  | 'the code of a unique index that cannot be made'
  | 'renaming onto a collection to be dropped';

export class TestStore {
  #connection: mongoose.Connection | undefined;
  readonly #names: string[] = [];

  constructor(
    private readonly open: OpenStore,
    private readonly lacks: readonly Ability[],
  ) {
    beforeAll(async () => void (this.#connection = await open()));
    afterAll(async () => {
      const created = lacks.includes('dropping any collection') ? [] : this.#names;
      for (const name of created) await this.connection.dropCollection(name);
      await this.connection.destroy();
    });
  }

  itNeeding(ability: Ability): (title: string, test: () => Promise<void>) => void {
    const lacks = this.lacks.includes(ability);
    return (title, test) => (lacks ? it.skip(`${title} (skipped: it lacks ${ability})`, test) : it(title, test));
  }

  get connection(): mongoose.Connection {
    if (!this.#connection) throw new Error('The store is not open yet.');
    return this.#connection;
  }

  reopen(): Promise<mongoose.Connection> {
    return this.open();
  }

  newName(): string {
    const name = `contract_${randomUUID()}`;
    this.#names.push(name);
    return name;
  }

  claims(indexes: mongoose.IndexDefinition[] = [], options?: mongoose.IndexOptions): Promise<mongoose.Model<Claim>> {
    return this.model<Claim>(CLAIM_PATHS, indexes, options);
  }

  async model<T>(
    paths: mongoose.SchemaDefinition<T>,
    indexes: mongoose.IndexDefinition[] = [],
    options?: mongoose.IndexOptions,
  ): Promise<mongoose.Model<T>> {
    const schema = new mongoose.Schema<T>(paths, { versionKey: false });
    indexes.forEach((index) => schema.index(index, options));
    const name = this.newName();
    const model = this.connection.model<T>(name, schema, name);
    await model.init();
    return model;
  }
}

export const ids = (documents: { _id: unknown }[]): unknown[] => documents.map(({ _id }) => _id);
export const day = (date: string): Date => new Date(`2024-${date}T00:00:00.000Z`);
