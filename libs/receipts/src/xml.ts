import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Characters. An invoice with its appendices has up to 1,300,000; the limit bounds the time to a second. */
const MAX_LENGTH = 1_500_000;
const MAX_DEPTH = 40;
const ATTRIBUTE = '@';
const TEXT = '#text';

/** Elements are found by their local name, since each file chooses its own prefixes. */
export class XmlElement {
  readonly text: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  private readonly children = new Map<string, unknown[]>();

  constructor(parsed: unknown) {
    const content = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [[TEXT, parsed] as const];
    const attributes: Record<string, string> = {};
    let text = '';
    for (const [name, value] of content) {
      if (name === TEXT) text = String(value);
      else if (name.startsWith(ATTRIBUTE)) attributes[name.replace(ATTRIBUTE, '')] = decoded(String(value)).trim();
      else {
        const { local } = qualified(name);
        const others = this.children.get(local) ?? [];
        this.children.set(local, others.concat(value));
      }
    }
    this.text = decoded(text).trim();
    this.attributes = attributes;
  }

  all(name: string): XmlElement[] {
    return (this.children.get(name) ?? []).map((child) => new XmlElement(child));
  }

  /** The element at the end of a path; undefined if one of the path is missing or occurs twice. */
  only(...path: readonly string[]): XmlElement | undefined {
    return path.reduce<XmlElement | undefined>((element, name) => {
      const found = element?.all(name) ?? [];
      return found.length === 1 ? found[0] : undefined;
    }, this);
  }
}

export interface XmlDocument {
  /** The local name and the namespace of the root. */
  readonly name: string;
  readonly namespace: string | undefined;
  readonly root: XmlElement;
}

/** Reads XML from strangers. Returns undefined if it is malformed, declares a document type, is too large or too deep. */
export function parseXml(xml: string | Uint8Array): XmlDocument | undefined {
  if (xml.length > MAX_LENGTH * (typeof xml === 'string' ? 1 : 2)) return undefined;
  try {
    const source = typeof xml === 'string' ? xml.replace(/^\uFEFF/, '') : textOf(xml);
    if (source.length > MAX_LENGTH || /<!(?:DOCTYPE|ENTITY)/i.test(source)) return undefined;
    if (XMLValidator.validate(source) !== true) return undefined;
    const [[name, parsed] = [], ...others] = Object.entries(parser().parse(source) as Record<string, unknown>);
    if (name === undefined || others.length > 0 || Array.isArray(parsed)) return undefined;
    const root = new XmlElement(parsed);
    const { prefix, local } = qualified(name);
    return { name: local, namespace: root.attributes[prefix === undefined ? 'xmlns' : `xmlns:${prefix}`], root };
  } catch {
    return undefined;
  }
}

function qualified(name: string): { readonly prefix: string | undefined; readonly local: string } {
  const [prefix, ...local] = name.split(':');
  return local.length === 0 ? { prefix: undefined, local: name } : { prefix, local: local.join(':') };
}

function parser(): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    textNodeName: TEXT,
    parseTagValue: false,
    trimValues: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_DEPTH,
  });
}

/** @throws if the bytes are no text of their encoding, or the encoding is unknown */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^(?:ï»¿)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8';
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces the references that every XML has; others stay as they are. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return PREDEFINED[String(name)] ?? String(reference);
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : String(reference);
  });
}
