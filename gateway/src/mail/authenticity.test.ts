import { isAuthentic } from './authenticity.js';

const SERVER = 'mx.company.example';
const check = (...results: string[]) => isAuthentic(results, SERVER, 'ada@example.com');

it.each([
  ['DMARC', `${SERVER}; dmarc=pass (p=NONE) header.from=example.com`],
  ['DKIM of the domain', `${SERVER}; dkim=pass header.d=example.com header.s=one`],
  ['DKIM by an identity of the domain', `${SERVER}; dkim=pass header.i=@Example.com`],
  ['the second of two signatures', `${SERVER}; dkim=pass header.d=list.example; dkim=pass header.d=example.com`],
  ['SPF of the domain', `${SERVER}; spf=pass (x: domain of ada@example.com) smtp.mailfrom=ada@example.com`],
  ['a server with a version', `${SERVER} 1; dmarc=pass header.from=example.com`],
  ['one of several results', `${SERVER}; spf=fail smtp.mailfrom=x@other.example; dmarc=pass header.from=example.com`],
])('a message is authentic by %s', (_, header) => {
  expect(check(header)).toBe(true);
});

it('a domain above speaks for the one of the sender, and none of one label', () => {
  const of = (domain: string) => isAuthentic([`${SERVER}; dkim=pass header.d=${domain}`], SERVER, 'a@mail.example.com');
  expect(['example.com', 'mail.example.com', 'com', 'ail.example.com', 'x.mail.example.com'].map(of)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

it.each([
  ['no result', SERVER],
  ['no header at all', ''],
  ['a failure', `${SERVER}; dmarc=fail header.from=example.com`],
  ['a neutral SPF', `${SERVER}; spf=softfail smtp.mailfrom=ada@example.com`],
  ['another domain', `${SERVER}; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example`],
  ['a domain that ends alike', `${SERVER}; dkim=pass header.d=notexample.com`],
  ['a subdomain, which others may own', `${SERVER}; dkim=pass header.d=shop.example.com`],
  ['another server', 'mx.evil.example; dmarc=pass header.from=example.com'],
  ['another method', `${SERVER}; iprev=pass header.from=example.com header.d=example.com`],
  ['a result in a comment', `${SERVER}; spf=fail (; dmarc=pass header.from=example.com) smtp.mailfrom=x@example.com`],
  ['a comment in a comment', `${SERVER}; spf=fail ((a) ; dmarc=pass header.from=example.com)`],
  ['a quoted result', `${SERVER}; spf=fail reason="; dmarc=pass header.from=example.com"`],
  ['a quote with an escaped end', `${SERVER}; spf=fail reason="\\"; dmarc=pass header.from=example.com"`],
  ['two domains in one result', `${SERVER}; dmarc=pass header.from=evil.example header.from=example.com`],
])('a message is not authentic with %s', (_, header) => {
  expect(check(header)).toBe(false);
});

it('only the first header of the server counts, because a sender can write one as well', () => {
  const passed = `${SERVER}; dmarc=pass header.from=example.com`;
  expect(check(`${SERVER}; dmarc=fail header.from=example.com`, passed)).toBe(false);
  expect(check('another.example; dmarc=fail header.from=example.com', passed)).toBe(true);
});
