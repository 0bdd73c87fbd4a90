import * as z from 'zod/mini';

type SnakeName<Name, Made extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? SnakeName<Rest, `${Made}${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}`>
  : Made extends ''
    ? Name
    : Made;

/** A value with its names in snake_case, at every depth. */
export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? SnakeCased<Item>[]
  : T extends object
    ? { [Name in keyof T as SnakeName<Name>]: SnakeCased<T[Name]> }
    : T;

type SnakeCasedSchema<S> =
  S extends z.ZodMiniObject<infer Shape>
    ? z.ZodMiniObject<{ -readonly [Name in keyof Shape as SnakeName<Name> & string]: SnakeCasedSchema<Shape[Name]> }>
    : S extends z.ZodMiniNullable<infer Inner>
      ? z.ZodMiniNullable<SnakeCasedSchema<Inner> & z.core.SomeType>
      : S extends z.ZodMiniArray<infer Item>
        ? z.ZodMiniArray<SnakeCasedSchema<Item> & z.core.SomeType>
        : S extends z.ZodMiniRecord<infer Key, infer Value>
          ? z.ZodMiniRecord<Key, SnakeCasedSchema<Value> & z.core.SomeType>
          : S;

/** The name in JSON of a name in code. */
export function snakeName<Name extends string>(name: Name): SnakeName<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeName<Name>;
}

/** A name in code. Other keys of objects are data, such as ids and currencies. */
const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Plain data as a reply has them. Names that are in snake_case already stay, and so do keys that are no names. */
export function toSnakeCase<T>(value: T): SnakeCased<T> {
  return renamed(value) as SnakeCased<T>;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [NAME.test(key) ? snakeName(key) : key, renamed(inner)]),
  );
}

/** The schema of `toSnakeCase` of what a schema describes, made of objects, arrays, records of them, and null. */
export function snakeCased<S extends z.ZodMiniType>(schema: S): SnakeCasedSchema<S> {
  return renamedSchema(schema) as SnakeCasedSchema<S>;
}

function renamedSchema(schema: z.core.SomeType): z.core.SomeType {
  if (schema instanceof z.ZodMiniObject)
    return z.object(
      Object.fromEntries(
        Object.entries(schema.shape as z.core.$ZodShape).map(([name, inner]) => [
          snakeName(name),
          renamedSchema(inner),
        ]),
      ),
    );
  if (schema instanceof z.ZodMiniNullable) return z.nullable(renamedSchema(schema._zod.def.innerType));
  if (schema instanceof z.ZodMiniArray) return z.array(renamedSchema(schema._zod.def.element));
  if (schema instanceof z.ZodMiniRecord)
    return z.record(schema._zod.def.keyType, renamedSchema(schema._zod.def.valueType));
  return schema;
}
