import { listOwnExpensesRoute } from '@outlay/contracts';
import type { Locator, Page } from 'playwright-core';
import type { SignedIn } from '@outlay/harness/testing/people';
import { photoReceipt } from '@outlay/harness/testing/receipts';
import { expectSaved, today, type ChosenFile } from './testing/screens.js';
import { flows, type Device } from './testing/flow-suite.js';

const SUBMITTED = 'Expense submitted successfully!';
const READ = 'Read from the receipt. Please look it over.';

/** Counts what a person does: each click and tap, and each key, of which a chord has several. */
class Hand {
  readonly presses = { clicks: 0, taps: 0, keys: 0 };

  constructor(
    readonly page: Page,
    readonly device: Device,
  ) {}

  private count(times: number) {
    this.presses[this.device === 'phone' ? 'taps' : 'clicks'] += times;
  }

  async press(target: Locator): Promise<void> {
    this.count(1);
    await (this.device === 'phone' ? target.tap() : target.click());
  }

  /** A list is opened by one press, and an option chosen by another. */
  async choose(label: string, option: string): Promise<void> {
    this.count(2);
    await this.page.getByLabel(label, { exact: true }).selectOption(option);
  }

  async key(chord: string): Promise<void> {
    this.presses.keys += chord.split('+').length;
    await this.page.keyboard.press(chord);
  }

  async type(text: string): Promise<void> {
    this.presses.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** Ctrl V, with a file on the clipboard, which a test cannot have. */
  async paste(file: ChosenFile): Promise<void> {
    this.presses.keys += 2;
    await this.transfer('paste', [file]);
  }

  /** Files of the desktop, dragged with one press, which a test cannot have either. */
  async drop(files: readonly ChosenFile[]): Promise<void> {
    this.count(1);
    await this.transfer('drop', files);
  }

  private async transfer(kind: 'paste' | 'drop', files: readonly ChosenFile[]): Promise<void> {
    const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
    await this.page.evaluate(
      ([event, given]) => {
        const data = new DataTransfer();
        for (const { name, mimeType, base64 } of given) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], name, { type: mimeType }));
        }
        document.body.dispatchEvent(
          event === 'paste'
            ? new ClipboardEvent(event, { clipboardData: data, bubbles: true })
            : new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      },
      [kind, sent] as const,
    );
  }

  /** The files that one press opens the choice of. */
  async pick(label: string, files: readonly ChosenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(this.page.getByText(label));
    await (await chooser).setFiles([...files]);
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name });
}

flows('the presses for a claim', (suite) => {
  let ida: SignedIn;
  beforeAll(async () => {
    ida = await suite.rest.addPerson('team_member', 'Ida');
    // Her usual classification and currency are known from then on.
    await suite.rest.submit(ida, { justification: 'An earlier claim', classification: 'investment' });
  });

  async function paper(page: Page, merchant: string): Promise<ChosenFile> {
    const opened = await page.context().newPage();
    const lines = `${merchant}\n\nDate ${today}\nTotal  EUR 26.29\nVISA  EUR 26.29`;
    await opened.setContent(`<pre style="font-size: 30px; padding: 30px">${lines}</pre>`);
    const buffer = await opened.locator('pre').screenshot();
    await opened.close();
    return { name: 'receipt.png', mimeType: 'image/png', buffer };
  }

  const report = (what: string, { presses }: Hand) =>
    console.log(`${what}: ${presses.clicks} clicks, ${presses.taps} taps, ${presses.keys} keys`);

  suite.flow('are at most 8 keys on a desktop where a receipt was read', async (open, device) => {
    const page = await open('/submit-expense', ida);
    const hand = new Hand(page, device);
    await page.getByRole('radio', { name: 'Investment', checked: true }).waitFor();
    await hand.paste(await paper(page, 'Bar Centrale'));
    await page.getByText(READ).waitFor();
    await page.locator('select[name=category]:focus').waitFor();
    await hand.type('R');
    await hand.key('Tab');
    await hand.key('Tab');
    await hand.key('Enter');
    // The test is faster than a person, and the shortcut submits only a form that is complete.
    await page.getByRole('button', { name: 'Submit Expense', disabled: false }).waitFor();
    await hand.key('Control+Enter');
    await expectSaved(page, SUBMITTED);
    report('desktop, read, by keyboard', hand);
    expect(await suite.rest.find(ida, 'Bar Centrale')).toMatchObject({ type: 'Restaurant', amount: 26.29 });
    expect(hand.presses.clicks).toBe(0);
    expect(hand.presses.keys).toBeLessThanOrEqual(8);
  });

  suite.flow('are at most 5 clicks and no key by mouse', async (open, device) => {
    const page = await open('/submit-expense', ida);
    const hand = new Hand(page, device);
    const photo = await paper(page, 'Osteria Nuova');
    await hand.pick('Upload File', [photo]);
    await page.getByText(READ).waitFor();
    await hand.choose('Category', 'Restaurant');
    await hand.press(hand.button(/^Use “/));
    await hand.press(hand.button('Submit Expense'));
    await expectSaved(page, SUBMITTED);
    report('desktop, read, by mouse', hand);
    expect(hand.presses.clicks).toBeLessThanOrEqual(5);
    expect(hand.presses.keys).toBe(0);
  });

  suite.flow(
    'are at most 6 taps after the photo on a phone that reads it',
    async (open, device) => {
      const page = await open('/submit-expense', ida);
      const hand = new Hand(page, device);
      await page.getByLabel('Take Photo').setInputFiles(await paper(page, 'Trattoria Verde'));
      await page.getByText(READ).waitFor();
      await hand.choose('Category', 'Restaurant');
      await hand.press(hand.button(/^Use “/));
      await hand.press(hand.button('Submit Expense'));
      await expectSaved(page, SUBMITTED);
      report('phone, read', hand);
      expect(hand.presses.taps).toBeLessThanOrEqual(6);
      expect(hand.presses.keys).toBe(0);
    },
    'phone',
  );

  suite.onBothDevices(
    'are those of the justification, the amount and five more without a reading',
    async (open, device) => {
      const justification = `Parking, ${device}`;
      const page = await open('/submit-expense', ida);
      const hand = new Hand(page, device);
      const attach = page.getByLabel(device === 'phone' ? 'Take Photo' : 'Upload File');
      await attach.setInputFiles({
        name: 'blank.jpg',
        mimeType: 'image/jpeg',
        buffer: await photoReceipt(device === 'phone' ? 7 : 99),
      });
      await page.getByText('blank.jpg').waitFor();
      await hand.choose('Category', 'Other');
      await hand.press(page.getByLabel('Justification'));
      await hand.type(justification);
      await hand.press(page.getByLabel('Amount', { exact: true }));
      await hand.type('7.50');
      await hand.press(hand.button('Submit Expense'));
      await expectSaved(page, SUBMITTED);
      report(`${device}, not read`, hand);
      expect(hand.presses.clicks + hand.presses.taps).toBeLessThanOrEqual(5);
      expect(hand.presses.keys).toBe(justification.length + '7.50'.length);
    },
  );

  async function printed(page: Page, merchant: string, name: string, total: string): Promise<ChosenFile> {
    const opened = await page.context().newPage();
    await opened.setContent(`<pre>${merchant}\n\nDate ${today}\nTotal  EUR ${total}\nVISA  EUR ${total}</pre>`);
    const buffer = await opened.pdf();
    await opened.close();
    return { name, mimeType: 'application/pdf', buffer };
  }

  suite.onBothDevices(
    'are at most 3 for each of seven receipts given at once, of which an eighth is refused',
    async (open, device) => {
      const merchants = ['Bar Centrale', 'Osteria Nuova', 'Trattoria Verde'];
      const owner = await suite.rest.addPerson('team_member', `Seven-${device}`);
      await suite.rest.submit(owner, { justification: 'An earlier claim', classification: 'investment' });
      const page = await open('/submit-expense', owner);
      await page.getByRole('radio', { name: 'Investment', checked: true }).waitFor();
      const given: ChosenFile[] = [];
      for (let number = 1; number <= 7; number += 1) {
        const merchant = merchants[(number - 1) % merchants.length] ?? '';
        given.push(await printed(page, merchant, `receipt-${number}.pdf`, `${10 + number}.40`));
      }
      const none = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Lunch with the auditors') };
      const all = [...given.slice(0, 3), none, ...given.slice(3)];

      const hand = new Hand(page, device);
      await (device === 'phone' ? hand.pick('Upload File', all) : hand.drop(all));
      const rows = page.getByRole('dialog', { name: '8 receipts' }).getByRole('listitem');
      await rows
        .filter({ hasText: 'notes.txt' })
        .getByText(/^Only images and PDF files are allowed/)
        .waitFor();
      await hand.press(hand.button('7 expenses'));
      for (const [index, { name }] of given.entries()) {
        await page.getByText(`Expense ${index + 1} of 7`).waitFor();
        await page.getByText(name).waitFor();
        await page.getByText(READ).waitFor();
        // The category is asked for once a merchant.
        if (index < merchants.length) await hand.choose('Category', 'Restaurant');
        await hand.press(hand.button(/^Use “/));
        await hand.press(hand.button('Submit Expense'));
      }
      await expectSaved(page, SUBMITTED);
      report(`${device}, seven receipts`, hand);

      const own = await suite.rest.api.call(listOwnExpensesRoute, { token: owner.token });
      const claims = own.filter(({ justification }) => merchants.includes(justification ?? ''));
      expect(claims.map(({ status, type, amount }) => [status, type, amount]).toSorted()).toEqual(
        given.map((_, index) => ['submitted', 'Restaurant', 11.4 + index]),
      );
      expect(hand.presses.keys).toBe(0);
      expect(hand.presses.clicks + hand.presses.taps).toBeLessThanOrEqual(3 * given.length + 1);
    },
  );

  suite.onBothDevices('never hide Submit, and what is missing, from sight', async (open) => {
    const page = await open('/submit-expense', ida);
    for (const place of ['top', 'bottom']) {
      await page.evaluate((to) => window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), place);
      await page.getByRole('button', { name: 'Submit Expense' }).waitFor();
      for (const seen of [page.getByText(/^Still missing:/), page.getByRole('button', { name: 'Submit Expense' })]) {
        const box = await seen.boundingBox();
        const height = await page.evaluate(() => window.innerHeight);
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      }
    }
  });
});
