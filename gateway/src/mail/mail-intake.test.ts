import { minimalPdf } from '@outlay/testing';
import { samples } from '../testing/sample-files.js';
import { TestExpenses } from '../testing/test-expenses.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { TestUsers } from '../testing/test-users.js';
import { MailIntake } from './mail-intake.js';
import type { Mailbox, MailMark } from '../ports/mailbox.js';

const SERVER = 'mx.company.example';
const PASSED = `Authentication-Results: ${SERVER}; dmarc=pass header.from=example.com`;

interface File {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: string;
  readonly disposition?: string;
  readonly headers?: string;
}
const pdf = (note: string): File => ({ name: `${note}.pdf`, bytes: minimalPdf(note), type: 'application/pdf' });

function mail(files: readonly File[], headers: readonly string[] = [], kind = 'mixed'): Buffer {
  const named = (name: string) => headers.some((header) => header.toLowerCase().startsWith(`${name}:`));
  const parts = files.map(
    ({ name, bytes, type = 'application/octet-stream', disposition = 'attachment', headers: more = '' }) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}; filename="${name}"\r\n${more}` +
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  );
  return Buffer.from(
    [
      ...(named('from') ? [] : ['From: Ada <MEMBER@example.com>']),
      ...(named('subject') ? [] : ['Subject: Fwd: WG: Dinner at Lido']),
      ...(named('authentication-results') ? [] : [PASSED]),
      ...headers,
      `Content-Type: multipart/${kind}; boundary=b`,
      '',
      `--b\r\nContent-Type: text/html\r\n\r\n<p>See <img src="cid:logo"></p>\r\n${parts.join('')}--b--\r\n`,
    ].join('\r\n'),
  );
}

describe('the mailbox of receipts', () => {
  let gateway: TestGateway;
  let serverId: string | null = SERVER;
  const waiting: (Buffer | null)[] = [];
  const marks: MailMark[] = [];
  const mailbox: Mailbox = {
    async visit(handle) {
      for (const source of waiting.splice(0)) {
        const mark = await handle({ source });
        if (mark === null) waiting.push(source);
        else marks.push(mark);
      }
    },
  };
  beforeAll(async () => {
    gateway = await startTestGateway({
      mail: {
        mailbox,
        get serverId() {
          return serverId;
        },
      },
    });
  });
  beforeEach(() => {
    serverId = SERVER;
    for (const list of [waiting, marks, TestExpenses.created]) list.length = 0;
  });
  afterAll(() => gateway.close());

  async function receive(...sources: (Buffer | null)[]) {
    waiting.push(...sources);
    await gateway.app.get(MailIntake).visit();
    return TestExpenses.created.map(([{ status, details, receipt }, { actor }]) => ({
      status,
      justification: details.justification,
      receipt: receipt?.originalName,
      owner: actor?.email,
    }));
  }
  const draft = (receipt: string, justification: string | null = 'Dinner at Lido') => ({
    ...{ status: 'draft', justification, receipt, owner: 'member@example.com' },
  });

  it('makes a draft of each receipt that is attached, with the subject as its justification', async () => {
    expect(
      await receive(mail([pdf('one'), { name: 'two.jpg', bytes: samples.jpg?.bytes ?? Buffer.alloc(0) }])),
    ).toEqual([draft('one.pdf'), draft('two.jpg')]);
    expect(marks).toEqual(['$OutlayDraft']);
  });

  it('names the same request for the same mail, and others for others', async () => {
    const once = ['Message-ID: <1@example.com>'];
    await receive(mail([pdf('one'), pdf('two')], once), mail([pdf('one')], ['X-Hop: 2', ...once]), mail([pdf('one')]));
    const keys = TestExpenses.created.map(([, { idempotencyKey }]) => idempotencyKey);
    expect(keys[2]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    expect(TestExpenses.created[0]?.[1].correlationId).toMatch(/^mail-[0-9a-f]{32}$/);
  });

  it('finds the receipts of a mail that is attached to another', async () => {
    const inner = { name: 'mail.eml', bytes: mail([pdf('inner')]), type: 'message/rfc822' };
    expect(await receive(mail([inner]))).toEqual([draft('inner.pdf')]);
  });

  it('takes a picture within the text only if nothing is attached', async () => {
    const bytes = samples.png?.bytes ?? Buffer.alloc(0);
    const logo = {
      name: 'logo.png',
      bytes,
      type: 'image/png',
      disposition: 'inline',
      headers: 'Content-ID: <logo>\r\n',
    };
    expect(await receive(mail([logo], [], 'related'))).toEqual([draft('logo.png')]);
  });

  it('cuts a long subject and removes its invisible characters', async () => {
    const [made] = await receive(mail([pdf('one')], [`Subject: \u200bRe:\u202e${'x'.repeat(2500)}`]));
    expect(made?.justification).toMatch(/^(Re:)?x+$/);
    expect(made?.justification?.length).toBeLessThanOrEqual(2000);
    expect(await receive(mail([pdf('two')], ['Subject: Fwd:']))).toContainEqual(draft('two.pdf', null));
  });

  it.each<[string, Buffer | null]>([
    ['an unknown sender', mail([pdf('x')], ['From: eve@evil.example'])],
    ['two senders', mail([pdf('x')], ['From: member@example.com, eve@evil.example'])],
    ['two headers that name a sender', mail([pdf('x')], ['From: eve@evil.example', 'From: member@example.com'])],
    ['no sender', mail([pdf('x')], ['From: '])],
    ['a sender that nothing proves', mail([pdf('x')], ['Authentication-Results: none'])],
    [
      'a proof by another server',
      mail([pdf('x')], ['Authentication-Results: mx.evil; dmarc=pass header.from=example.com']),
    ],
    ['no receipt', mail([])],
    ['a file that is no receipt', mail([{ name: 'x.exe', bytes: Buffer.from('MZ and so on') }])],
    ['a receipt that nobody could look at', mail([{ ...pdf('x'), bytes: minimalPdf('x', 5000).subarray(0, 4000) }])],
    ['nothing that can be read as a mail', Buffer.from([0, 255, 13, 10, 0])],
    ['too many bytes', null],
  ])('makes nothing of a mail with %s', async (_, source) => {
    expect(await receive(source)).toEqual([]);
    expect(marks).toEqual(['$OutlayRefused']);
  });

  it('makes drafts of the receipts that can be read, whatever the others are', async () => {
    const cut = { ...pdf('cut'), bytes: minimalPdf('cut', 5000).subarray(0, 4000) };
    expect(await receive(mail([cut, pdf('whole')]))).toEqual([draft('whole.pdf')]);
    expect(marks).toEqual(['$OutlayDraft']);
  });

  it('needs no proof where the operator left it out', async () => {
    serverId = null;
    expect(await receive(mail([pdf('one')], ['Authentication-Results: none']))).toEqual([draft('one.pdf')]);
  });

  it('leaves a mail for later while a part does not answer, and goes on with the others', async () => {
    TestUsers.isDown = true;
    expect(await receive(mail([pdf('one')]), null)).toEqual([]);
    expect(marks).toEqual(['$OutlayRefused']);
    TestUsers.isDown = false;
    expect(await receive()).toEqual([draft('one.pdf')]);
  });
});
