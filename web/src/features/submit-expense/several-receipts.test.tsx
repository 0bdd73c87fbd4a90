import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

  test('join into one PDF with the pages of all, which is then the receipt', async () => {
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const page = async (name: string) => {
      const document = await PDFDocument.create();
      document.addPage();
      return new File([new Uint8Array(await document.save())], name, { type: 'application/pdf' });
    };
    const { handler, fields } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await screen.findByLabelText('Upload File');
    await drop(await page('front.pdf'), await page('back.pdf'));
    await press(view, 'Join into one PDF');
    expect(await screen.findByText('front-joined.pdf')).toBeVisible();
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields().receipt).toBeInstanceOf(File));
    const joined = await PDFDocument.load(new Uint8Array(await (fields().receipt as File).arrayBuffer()));
    expect(joined.getPageCount()).toBe(2);
  });

  test('say which one cannot be joined', async () => {
    const view = showForm(PATH);
    await screen.findByLabelText('Upload File');
    await drop(pdf(), pdf());
    await press(view, 'Join into one PDF');
    expect(await screen.findByText('dinner.pdf cannot be joined. It may be protected or damaged.')).toBeVisible();
  });
});
