import { addDays, monthsBefore } from '@outlay/rules';
import { screen, within } from '@testing-library/react';
import { anExpense, answer, aUser, breakDown } from '#app/testing';
import { BOSS, renderPanel, type Panel } from '#panel/testing';
import { localToday } from '#lib/local-today';
import type { States } from './states';

const CREATE = 'POST /api/admin/expenses';
const EDIT = 'PUT /api/admin/expenses/{id}';
const claim = anExpense({ date: localToday(), type: 'IT' });

const creating = async (route: string, panel: Panel = {}) => {
  const view = renderPanel(route, { users: [BOSS, aUser()], ...panel });
  await view.user.click(await screen.findByRole('button', { name: '+ Create Expense' }));
  return { view, dialog: within(await screen.findByRole('dialog', { name: 'Create Expense' })) };
};
const createOn = async (route: string, date: string) => {
  const { view, dialog } = await creating(route);
  await view.user.type(await dialog.findByLabelText('Date'), date);
};
const create = async (route: string, panel: Panel) => {
  const { view, dialog } = await creating(route, panel);
  await view.user.selectOptions(await dialog.findByLabelText('User'), 'Ada Okafor (ada@example.com)');
  await view.user.type(dialog.getByLabelText('Amount'), '12');
  await view.user.selectOptions(dialog.getByLabelText('Currency'), 'EUR');
  await view.user.type(dialog.getByLabelText('Date'), localToday());
  await view.user.selectOptions(dialog.getByLabelText('Category'), 'IT');
  await view.user.type(dialog.getByLabelText('Justification'), 'Cable');
  await view.user.click(dialog.getByLabelText(/no receipt/));
  await view.user.click(dialog.getByRole('button', { name: 'Create Expense' }));
};
const editing = async (route: string, panel: Panel = {}) => {
  const view = renderPanel(route, { expenses: [claim], ...panel });
  await view.user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { view, dialog: within(await screen.findByRole('dialog', { name: 'Edit Expense' })) };
};
const edit = async (route: string, panel: Panel) => {
  const { view, dialog } = await editing(route, panel);
  await view.user.type(dialog.getByLabelText('Justification'), '!');
  await view.user.click(dialog.getByRole('button', { name: 'Save' }));
};

export const panelDialogs: States = {
  'create: opened': (route) => creating(route),
  'create: future date': (route) => createOn(route, addDays(localToday(), 1)),
  'create: old date': (route) => createOn(route, addDays(monthsBefore(localToday(), 12), -1)),
  'create: failed': (route) => create(route, { handlers: [breakDown(CREATE, 500)] }),
  'create: done': (route) => create(route, { handlers: [answer(CREATE, { message: '', expense: claim })] }),
  'edit: opened': (route) => editing(route),
  'edit: failed': (route) => edit(route, { handlers: [breakDown(EDIT, 500)] }),
  'edit: done': (route) => edit(route, { handlers: [answer(EDIT, { message: '', expense: claim })] }),
};
