import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import mongoose, { type Model } from 'mongoose';
import { openDocuments } from '../open-documents.js';

let folder: string;
let connection: mongoose.Connection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  connection = await openDocuments({ file: join(folder, 'rows.sqlite'), durability: 'normal' });
});

afterAll(async () => {
  await connection.destroy();
  await rm(folder, { recursive: true });
});

const { Mixed } = mongoose.Schema.Types;

async function collection(name: string, indexes: mongoose.IndexDefinition[]): Promise<Model<unknown>> {
  const schema = new mongoose.Schema(
    { _id: Number, a: Mixed, b: Mixed, c: Mixed },
    { versionKey: false, minimize: false },
  );
  indexes.forEach((index) => schema.index(index));
  const model = connection.model<unknown>(name, schema);
  await model.init();
  return model;
}

/** Few values, so that filters match some; at the bounds of their types, to test ranges. */
const scalar = fc.constantFrom<unknown>(
  null,
  '',
  'a',
  'b',
  'é',
  0,
  -1,
  1.5,
  2,
  1e300,
  true,
  false,
  new Date(0),
  new Date(-1),
  new Date(5_000_000_000),
);
const path = fc.constantFrom('a', 'b', 'c');
const comparison = fc
  .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), scalar)
  // Ranges of null are left out: MongoDB compares null only with null, and no service needs them.
  .filter(([operator, value]) => value !== null || operator === '$eq' || operator === '$ne')
  .map(([operator, value]) => ({ [operator]: value }));
const list = fc.array(scalar, { maxLength: 4 }).map((values) => ({ $in: values }));
const text = fc.constantFrom('a', 'é', '\\.', '.', '^a').map((pattern) => ({ $regex: pattern }));
const existence = fc.boolean().map((exists) => ({ $exists: exists }));
const condition = fc.oneof(
  scalar,
  comparison,
  list,
  existence,
  text,
  fc.tuple(comparison, comparison).map(([one, two]) => ({ ...one, ...two })),
);

const { filter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    fc.dictionary(path, condition, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    fc
      .tuple(fc.constantFrom('$and', '$or'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
      .map(([operator, filters]) => ({ [operator]: filters })),
    fc
      .tuple(path, condition, fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
      .map(([at, is, $or]) => ({ [at]: is, $or })),
  ),
}));

const document = fc.record({ a: scalar, b: scalar, c: scalar }, { requiredKeys: [], noNullPrototype: true });
const direction = fc.constantFrom<1 | -1>(1, -1);
const page = fc.record({ by: path, way: direction, idWay: direction, skip: fc.nat(3), limit: fc.nat(6) });

it('a filter, sort and page select the same documents with indexes as without', async () => {
  const indexed = await collection('Indexed', [{ a: 1, b: -1, _id: 1 }, { b: 1 }, { c: -1 }]);
  const plain = await collection('Plain', []);
  await fc.assert(
    fc.asyncProperty(
      fc.array(document, { minLength: 5, maxLength: 20 }),
      fc.array(fc.tuple(filter, page), { minLength: 10, maxLength: 10 }),
      async (documents, queries) => {
        const rows = documents.map((row, _id) => ({ _id, ...row }));
        for (const model of [indexed, plain]) {
          await model.deleteMany({});
          await model.insertMany(rows, { lean: true });
        }
        for (const [where, { by, way, idWay, skip, limit }] of queries) {
          const [fast, slow] = await Promise.all(
            [indexed, plain].map((model) =>
              model
                .find(structuredClone(where))
                .sort({ [by]: way, _id: idWay })
                .skip(skip)
                .limit(limit)
                .lean(),
            ),
          );
          expect(fast).toEqual(slow);
          const [counted, expected] = await Promise.all(
            [indexed, plain].map((model) => model.countDocuments(structuredClone(where))),
          );
          expect(counted).toBe(expected);
        }
      },
    ),
    { numRuns: 60 },
  );
});
