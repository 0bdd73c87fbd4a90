import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createHash, webcrypto } from 'node:crypto';
import { filesInMemory } from '#app/testing/files-in-memory';

const files = new Map<string, unknown>();
jest.unstable_mockModule('idb-keyval', () => filesInMemory(files));
const { CREATE, draftButton, field, gif, pdf, saves, showForm } = await import('./testing');
const { expectAccessible, renderRoute, answer, aUser } = await import('#app/testing');

const PATH = '/submit-expense';
const press = async (view: ReturnType<typeof showForm>, name: string) =>
  view.user.click(await screen.findByRole('button', { name }));

beforeEach(() => files.clear());

async function drop(...dropped: File[]) {
  fireEvent.drop(document.body, { dataTransfer: { files: dropped } });
  const shown = await screen.findByRole('dialog', { name: `${dropped.length} receipts` });
  return within(shown);
}

async function dropThree() {
  const view = showForm(PATH, [saves(CREATE).handler]);
  await screen.findByLabelText('Upload File');
  await drop(gif('one.gif'), gif('two.gif'), gif('three.gif'));
  await press(view, '3 expenses');
  expect(await screen.findByText('Expense 1 of 3')).toBeVisible();
  expect(await screen.findByText('one.gif')).toBeVisible();
  return view;
}

describe('several receipts at once', () => {
  test('have a row each, and one that is none does not stop the others', async () => {
    const view = showForm(PATH);
    await screen.findByLabelText('Upload File');
    const shown = await drop(gif('one.gif'), new File(['text'], 'notes.txt', { type: 'text/plain' }), pdf());
    await waitFor(() => expect(shown.getAllByText('Ready')).toHaveLength(2));
    expect(within(shown.getByText('notes.txt').closest('li')!).queryByText('Ready')).toBeNull();
    await waitFor(() => expect(shown.getByRole('button', { name: '2 expenses' })).toHaveFocus());
    await expectAccessible();
    await press(view, '2 expenses');
    expect(await screen.findByText('Expense 1 of 2')).toBeVisible();
    expect(files.size).toBe(2);
  });

  test('become a form each, whose inputs are kept while one steps through them', async () => {
    const view = await dropThree();
    await view.user.type(await field('Justification'), 'The first');
    await press(view, 'Next');
    expect(await screen.findByText('two.gif')).toBeVisible();
    expect(screen.getByText('Expense 2 of 3')).toBeVisible();
    expect(await field('Justification')).toHaveValue('');
    await press(view, 'Previous');
    await waitFor(async () => expect(await field('Justification')).toHaveValue('The first'));
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expectAccessible();
  });

  test('lead from a saved one to the next, and after the last one to the list', async () => {
    const { handler, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await screen.findByLabelText('Upload File');
    await drop(gif('one.gif'), gif('two.gif'));
    await press(view, '2 expenses');
    await screen.findByText('one.gif');
    await view.user.click(await draftButton());
    expect(await screen.findByText('Expense 2 of 2')).toBeVisible();
    await screen.findByText('two.gif');
    await view.user.click(await draftButton());
    expect(await screen.findByRole('heading', { name: 'My Expenses' })).toBeVisible();
    expect(calls.map(({ body }) => (body as { receipt: File }).receipt.name)).toEqual(['one.gif', 'two.gif']);
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(files.size).toBe(0);
  });

  test('are removed one by one, after a question', async () => {
    const view = await dropThree();
    await press(view, 'Next');
    await screen.findByText('two.gif');
    const bar = within(screen.getByRole('navigation', { name: 'Expense 2 of 3' }));
    await view.user.click(bar.getByRole('button', { name: 'Remove' }));
    const question = await screen.findByRole('dialog', { name: 'Remove this expense' });
    expect(files.size).toBe(3);
    await view.user.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Expense 3 of 3')).toBeVisible();
    await screen.findByText('three.gif');
    expect([...files.values()].map((file) => (file as File).name)).not.toContain('two.gif');
  });

  test('that are left unfinished stand in My Expenses, and are not offered by an empty form', async () => {
    const view = await dropThree();
    view.unmount();
    const form = showForm(PATH);
    await screen.findByLabelText('Upload File');
    expect(screen.queryByText(/There is an unfinished form/)).toBeNull();
    form.unmount();
    const list = renderRoute('/my-expenses', { as: aUser(), handlers: [answer('GET /api/expenses', [])] });
    expect(await screen.findByText('3 expenses here are not finished.')).toBeVisible();
    await list.user.click(screen.getAllByRole('button', { name: /^Edit / })[1]!);
    expect(await screen.findByText(/Expense \d of 3/)).toBeVisible();
  });

  test('join an attached one as further receipts, whose form keeps its input', async () => {
    const view = showForm(PATH);
    await view.user.upload(await screen.findByLabelText('Upload File'), gif('one.gif'));
    await view.user.type(await field('Justification'), 'Typed before');
    await view.user.upload(await screen.findByLabelText('Add another'), [gif('two.gif')]);
    await press(view, '2 expenses');
    expect(await screen.findByText('Expense 1 of 2')).toBeVisible();
    expect(await field('Justification')).toHaveValue('Typed before');
    await press(view, 'Next');
    expect(await screen.findByText('two.gif')).toBeVisible();
    expect(await field('Justification')).toHaveValue('');
  });

  describe('joined into one PDF', () => {
    const page = async (name: string) => {
      const document = await PDFDocument.create();
      document.addPage();
      document.setTitle(name);
      return new File([new Uint8Array(await document.save())], name, { type: 'application/pdf' });
    };
    const bytesOf = async (file: File) => [...new Uint8Array(await file.arrayBuffer())];
    async function sentReceipt(view: ReturnType<typeof showForm>, fields: ReturnType<typeof saves>['fields']) {
      await view.user.click(await draftButton());
      await waitFor(() => expect(fields().receipt).toBeInstanceOf(File));
      const sent = await PDFDocument.load(new Uint8Array(await (fields().receipt as File).arrayBuffer()));
      const attached = sent.getAttachments().map(({ name, data }) => ({ name, bytes: [...data] }));
      return { pages: sent.getPageCount(), creator: sent.getCreator(), attached };
    }

    test('have the pages of all, and are attached to it as they were', async () => {
      const { handler, fields } = saves(CREATE);
      const view = showForm(PATH, [handler]);
      await screen.findByLabelText('Upload File');
      const [front, back] = [await page('page.pdf'), await page('page.pdf')];
      await drop(front, back);
      await press(view, 'Join into one PDF');
      expect(await screen.findByText('page-joined.pdf')).toBeVisible();
      const { pages, creator, attached } = await sentReceipt(view, fields);
      expect([pages, creator]).toEqual([2, 'Outlay']);
      expect(attached).toEqual([
        { name: '1 page.pdf', bytes: await bytesOf(front) },
        { name: '2 page.pdf', bytes: await bytesOf(back) },
      ]);
    });

    test('stay single files if another one is joined to them', async () => {
      const { handler, fields } = saves(CREATE);
      const view = showForm(PATH, [handler]);
      await screen.findByLabelText('Upload File');
      await drop(await page('front.pdf'), await page('back.pdf'));
      await press(view, 'Join into one PDF');
      await screen.findByText('front-joined.pdf');
      await view.user.upload(await screen.findByLabelText('Add another'), [await page('slip.pdf')]);
      await press(view, 'Join into one PDF');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const { pages, attached } = await sentReceipt(view, fields);
      expect(pages).toBe(3);
      expect(attached.map(({ name }) => name)).toEqual(['1 front.pdf', '2 back.pdf', '3 slip.pdf']);
    });

    test('are compared with earlier receipts one by one', async () => {
      Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
      const asked: string[] = [];
      const warning = { expense_id: null, justification: null, message: 'This receipt was submitted before.' };
      const back = await page('back.pdf');
      const hash = createHash('sha256')
        .update(new Uint8Array(await back.arrayBuffer()))
        .digest('hex');
      const view = showForm(PATH, [
        answer('GET /api/expenses/duplicate-warning', ({ query }) => {
          const hashes = query.get('receipt_sha256') ?? '';
          asked.push(hashes);
          return { same_figures: null, same_receipt: hashes.includes(hash) ? warning : null };
        }),
      ]);
      await screen.findByLabelText('Upload File');
      await drop(await page('front.pdf'), back);
      await press(view, 'Join into one PDF');
      expect(await screen.findByText('This receipt was submitted before.', {}, { timeout: 5000 })).toBeVisible();
      expect(asked.at(-1)?.split(',')).toHaveLength(3);
      Reflect.deleteProperty(crypto, 'subtle');
    });

    test('are 20 at most', async () => {
      const view = showForm(PATH);
      await screen.findByLabelText('Upload File');
      const one = await page('one.pdf');
      await drop(...Array.from({ length: 21 }, () => one));
      await press(view, 'Join into one PDF');
      expect(await screen.findByText('At most 20 receipts can be joined into one.')).toBeVisible();
    });
  });

  test('say which one cannot be joined', async () => {
    const view = showForm(PATH);
    await screen.findByLabelText('Upload File');
    await drop(pdf(), pdf());
    await press(view, 'Join into one PDF');
    expect(await screen.findByText('dinner.pdf cannot be joined. It may be protected or damaged.')).toBeVisible();
  });
});
