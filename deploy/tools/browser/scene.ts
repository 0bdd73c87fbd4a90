import type { Locator, Page, Route } from 'playwright-core';
import type { ErrorBody } from '@outlay/contracts';
import type { Role, SampleCompany } from './company.js';

export const VIEWS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;
export type ViewName = keyof typeof VIEWS;

export interface Stage {
  readonly page: Page;
  readonly company: SampleCompany;
  readonly view: ViewName;
}

/** A state of the product worth looking at, and how a person comes there. */
export interface Scene {
  readonly screen: string;
  readonly state: string;
  /** Who is signed in; null for nobody. */
  readonly as: Role | null;
  readonly path: string | ((company: SampleCompany) => string);
  /** What is arranged before the page is opened, such as an answer of the server's. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  readonly steps?: (stage: Stage) => Promise<unknown>;
  /** What is there once the state is reached. */
  readonly shows: (page: Page) => Locator;
  /** The page in its whole length, and not what fits the screen. */
  readonly whole?: boolean;
  /** Something stays under way: the network never comes to rest. */
  readonly unsettled?: boolean;
  readonly only?: ViewName;
}

export const nameOf = ({ screen, state }: Scene) => `${screen}-${state}`;

/** Lets a call wait for ever, as a slow server does. */
export const hold = (path: string) => (stage: Stage) => stage.page.route(path, () => undefined);

/** Answers a call with JSON of the scene's own. */
export const answer =
  (path: string, reply: unknown, { status = 200, method }: { status?: number; method?: string } = {}) =>
  (stage: Stage) =>
    stage.page.route(path, (route) =>
      method === undefined || route.request().method() === method
        ? route.fulfill({ status, json: reply })
        : route.fallback(),
    );

/** Refuses a call in the server's own form. */
export const refuse = (path: string, status: number, error: ErrorBody, method?: string) =>
  answer(path, error, { status, method });

/** Lets a call through and changes what came back. */
export const change =
  <Reply>(path: string, edit: (reply: Reply) => unknown) =>
  (stage: Stage) =>
    stage.page.route(path, async (route: Route) => {
      const response = await route.fetch();
      const reply: Reply = await response.json();
      await route.fulfill({ response, json: edit(reply) });
    });

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).first();
export const dialog = (name?: string | RegExp) => (page: Page) => page.getByRole('dialog', { name }).last();
export const text = (shown: string | RegExp) => (page: Page) => page.getByText(shown).first();
