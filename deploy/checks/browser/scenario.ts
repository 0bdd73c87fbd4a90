import type { Locator, Page, Route } from 'playwright-core';
import type { ErrorBody } from '@outlay/contracts';
import type { Role, SampleCompany } from './sample-company.js';

export const VIEWS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;
export type ViewName = keyof typeof VIEWS;

export interface ScenarioContext {
  readonly page: Page;
  readonly company: SampleCompany;
  readonly view: ViewName;
}

export interface Scenario {
  readonly screen: string;
  readonly state: string;
  readonly as: Role | null;
  readonly path: string | ((company: SampleCompany) => string);
  readonly before?: (context: ScenarioContext) => Promise<unknown>;
  readonly steps?: (context: ScenarioContext) => Promise<unknown>;
  readonly shows: (page: Page) => Locator;
  readonly fullPage?: boolean;
  readonly staysBusy?: boolean;
  readonly only?: ViewName;
}

export const nameOf = ({ screen, state }: Scenario) => `${screen}-${state}`;

export const hang = (path: string | RegExp) => (context: ScenarioContext) => context.page.route(path, () => undefined);

export const respond =
  (path: string | RegExp, reply: unknown, { status = 200, method }: { status?: number; method?: string } = {}) =>
  (context: ScenarioContext) =>
    context.page.route(path, (route) =>
      method === undefined || route.request().method() === method
        ? route.fulfill({ status, json: reply })
        : route.fallback(),
    );

export const respondWithError = (path: string | RegExp, status: number, error: ErrorBody, method?: string) =>
  respond(path, error, { status, method });

export const editResponse =
  <Reply>(path: string | RegExp, edit: (reply: Reply) => unknown) =>
  (context: ScenarioContext) =>
    context.page.route(path, async (route: Route) => {
      const response = await route.fetch();
      const reply: Reply = await response.json();
      await route.fulfill({ response, json: edit(reply) });
    });

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first();
export const dialog = (name?: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).last();
export const text = (shown: string | RegExp) => (page: Page) => page.getByText(shown).first();
