import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

type Schema = Readonly<Record<string, unknown>>;

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Definition extends Schema {
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

interface ResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** The schemas of an API server of one version, with the custom resources it knows. */
export class ManifestSchemas {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  /** The references of schemas by resource. */
  private readonly references = new Map<string, string>();

  addKubernetes(version: string): this {
    const file = join(goModule(`k8s.io/kubernetes@v${version}`), 'api', 'openapi-spec', 'swagger.json');
    const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Definition> };
    this.ajv.addSchema({ $id: 'kubernetes', definitions: strictOnes(definitions) });
    for (const [name, definition] of Object.entries(definitions))
      for (const resource of definition['x-kubernetes-group-version-kind'] ?? [])
        this.references.set(keyOf(resource), `kubernetes#/definitions/${name}`);
    return this;
  }

  addCustomResource(goModuleAtVersion: string, ...path: string[]): this {
    const { spec } = parse(readFileSync(join(goModule(goModuleAtVersion), ...path), 'utf8')) as ResourceDefinition;
    for (const { name: version, schema } of spec.versions) {
      const key = keyOf({ group: spec.group, version, kind: spec.names.kind });
      this.ajv.addSchema({ $id: key, ...strict(schema.openAPIV3Schema) });
      this.references.set(key, key);
    }
    return this;
  }

  /** Empty if the manifest is accepted. */
  problemsOf({ apiVersion, kind, ...rest }: Manifest): readonly string[] {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const reference = this.references.get(keyOf({ group, version, kind }));
    if (reference === undefined) return [`${apiVersion} ${kind} is unknown`];
    if (this.ajv.validate({ $ref: reference }, { apiVersion, kind, ...rest })) return [];
    const errors = this.ajv.errors ?? [];
    return errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }
}

const keyOf = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`;

/** The folder of a module, which the first call on a machine downloads. */
function goModule(moduleAtVersion: string): string {
  const { stdout } = spawnSync('go', ['mod', 'download', '-json', moduleAtVersion], { encoding: 'utf8' });
  const { Dir: folder, Error: error } = JSON.parse(stdout) as { Dir?: string; Error?: string };
  if (folder === undefined) throw new Error(`${moduleAtVersion} cannot be downloaded: ${error}`);
  return folder;
}

/** An API server refuses unknown fields, although the published schemas allow them; and it takes numbers as quantities. */
function strict(schema: Schema): Schema {
  const { type, format, pattern, properties, items, additionalProperties, description = '' } = schema;
  const isQuantity = type === 'string' && String(description).includes('fixed-point');
  const isOpen = additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...schema,
    ...((format === 'int-or-string' || isQuantity) && { type: ['string', 'number'] }),
    // Flags within a pattern are Go's.
    ...(String(pattern).includes('(?i)') && { pattern: '' }),
    ...(isSchema(items) && { items: strict(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: strict(additionalProperties) }),
    ...(isSchema(properties) && {
      properties: strictOnes(properties),
      ...(!isOpen && { additionalProperties: false }),
    }),
  };
}

function strictOnes(named: Schema): Schema {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, isSchema(schema) ? strict(schema) : schema]),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
