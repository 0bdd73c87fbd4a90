import { addDays, monthsBefore } from '@outlay/rules';
import { fireEvent, screen } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { answer, answerFile, anExpense, breakDown, noAnswer, refuse } from '#app/testing';
import {
  attach,
  CREATE,
  draftButton,
  field,
  fillClaim,
  pdf,
  REVISE,
  saves,
  showForm,
  submitButton,
} from '#features/submit-expense/testing';
import { localToday } from '#lib/local-today';
import type { States } from './states';

const FILE = 'GET /uploads/{filename}';
const PARTNER = { role: 'partner' } as const;
const duplicate_warning = { expense_id: 'EXP-9', justification: 'Same lunch', message: 'It looks like EXP-9.' };

const filled = async (route: string, changes = {}, handlers: HttpHandler[] = [], user = {}) => {
  const view = showForm(route, handlers, user);
  await fillClaim(view, changes);
  return view;
};
const submit = async (route: string, changes = {}, handlers: HttpHandler[] = []) => {
  const view = await filled(route, changes, handlers);
  await attach(view, pdf());
  await view.user.click(await submitButton());
};
const saveDraft = async (route: string, handler: HttpHandler) => {
  const view = showForm(route, [handler]);
  await view.user.click(await draftButton());
};
const revise = async (route: string, handler: HttpHandler) => {
  const stored = anExpense({ date: localToday(), type: 'IT', receipt: 'r.png' });
  const view = showForm(route, [handler, answer('GET /api/expenses', [stored]), answerFile(FILE, 'png', 'image/png')]);
  await view.user.click(await submitButton());
};
const overriding = async (route: string) => {
  const view = await filled(route, { currency: 'USD' }, [], PARTNER);
  await view.user.click(await screen.findByRole('button', { name: 'Override rate' }));
  const rate = await screen.findByLabelText('Exchange rate (USD to EUR)');
  return { view, rate };
};

export const submitForm: States = {
  'form: opened': (route) => showForm(route),
  'form: edit': (route) => showForm(route, [answer('GET /api/expenses', [anExpense()])]),
  'form: future date': (route) => filled(route, { date: addDays(localToday(), 1) }),
  'form: old date': (route) => filled(route, { date: addDays(monthsBefore(localToday(), 12), -1) }),
  'form: submitted with a future date': (route) => submit(route, { date: addDays(localToday(), 1) }),
  'form: no such currency': async (route) => {
    const view = await filled(route, { currency: 'OTHER' });
    await view.user.type(await field('Currency code'), 'jp');
    await view.user.tab();
  },
  'form: negative VAT': async (route) => {
    const view = await filled(route, { classification: 'support' });
    await view.user.type(await field('VAT amount (EUR)'), '-1');
  },
  'form: VAT without a receipt': async (route) => {
    const view = await filled(route, { classification: 'mix' }, [], PARTNER);
    await view.user.click(await field(/on my honor/));
  },
  'form: large file': async (route) => {
    showForm(route);
    fireEvent.change(await field('Upload File'), { target: { files: [pdf(10_485_761)] } });
  },
  'form: with a receipt': async (route) => attach(showForm(route), pdf()),
  'form: no receipt': async (route) => (await filled(route)).user.click(await submitButton()),
  'form: no receipt of a partner': async (route) =>
    (await filled(route, {}, [], PARTNER)).user.click(await submitButton()),
  'form: from the shortcut': (route) => showForm(route, [answerFile(FILE, 'png', 'image/png')]),
  'form: lost by the shortcut': (route) => showForm(route, [refuse(FILE, 'NOT_FOUND', 'Receipt not found')]),
  'form: rate fetched': (route) => filled(route, { currency: 'USD' }),

  'override: opened': (route) => overriding(route),
  'override: too far': async (route) => {
    const { view, rate } = await overriding(route);
    await view.user.type(rate, '1.8');
  },
  'override: no reason': async (route) => {
    const { view } = await overriding(route);
    await view.user.click(await screen.findByLabelText('Reason'));
    await view.user.tab();
  },
  'override: applied': async (route) => {
    const { view, rate } = await overriding(route);
    await view.user.type(rate, '0.91');
    await view.user.type(await screen.findByLabelText('Reason'), 'Card statement');
    await view.user.click(screen.getByRole('button', { name: 'Apply Override' }));
  },

  'save: draft done': (route) => saveDraft(route, saves(CREATE).handler),
  'save: draft done, like another': (route) =>
    saveDraft(route, answer(CREATE, { message: 'Saved', expense: anExpense(), duplicate_warning })),
  'save: submitted': (route) => submit(route, {}, [saves(CREATE).handler]),
  'save: submitted, like another': (route) =>
    submit(route, {}, [answer(CREATE, { message: 'Saved', expense: anExpense(), duplicate_warning })]),
  'save: draft refused': (route) => saveDraft(route, refuse(CREATE, 'CONFLICT', 'Not now.')),
  'save: submit refused': (route) => submit(route, {}, [refuse(CREATE, 'CONFLICT', 'Not now.')]),
  'save: edit refused': (route) => revise(route, refuse(REVISE, 'CONFLICT', 'Not now.')),
  'save: draft refused without words': (route) => saveDraft(route, breakDown(CREATE, 409)),
  'save: submit refused without words': (route) => submit(route, {}, [breakDown(CREATE, 409)]),
  'save: edit refused without words': (route) => revise(route, breakDown(REVISE, 409)),
  'save: 401': (route) => saveDraft(route, refuse(CREATE, 'UNAUTHENTICATED', 'Please log in.')),
  'save: 400': (route) => saveDraft(route, refuse(CREATE, 'INVALID_INPUT', 'Too odd.')),
  'save: 400 without words': (route) => saveDraft(route, breakDown(CREATE, 400)),
  'save: 500': (route) => saveDraft(route, refuse(CREATE, 'INTERNAL', 'Broken.')),
  'save: 500 without words': (route) => saveDraft(route, breakDown(CREATE, 500)),
  'save: no answer': (route) => saveDraft(route, noAnswer(CREATE)),
};
