import { nameOf, type Scenario } from '../scenario.js';
import { signedOutScenarios } from './signed-out.js';
import { memberScenarios } from './member.js';
import { reportScenarios } from './my-reports.js';
import { adminExpenseScenarios } from './admin-expenses.js';
import { adminTabScenarios } from './admin-tabs.js';
import { exchangeRateScenarios } from './exchange-rates.js';
import { auditScenarios } from './audit.js';
import { componentScenarios } from './components.js';
import { paymentScenarios } from './payments.js';
import { submitScenarios } from './submit-expense.js';

export const SCENARIOS: readonly Scenario[] = [
  ...signedOutScenarios,
  ...memberScenarios,
  ...reportScenarios,
  ...submitScenarios,
  ...adminExpenseScenarios,
  ...adminTabScenarios,
  ...paymentScenarios,
  ...exchangeRateScenarios,
  ...auditScenarios,
  ...componentScenarios,
];

export function scenariosNamed(word: string | undefined): readonly Scenario[] {
  return SCENARIOS.filter((scenario) => nameOf(scenario).includes(word ?? ''));
}
