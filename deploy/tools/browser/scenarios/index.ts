import { nameOf, type Scenario } from '../scenario.js';
import { signedOutScenarios } from './signed-out.js';
import { memberScenarios } from './member.js';
import { adminPanelScenarios } from './admin-panel.js';
import { exchangeRateScenarios } from './exchange-rates.js';
import { submitScenarios } from './submit-expense.js';

export const SCENARIOS: readonly Scenario[] = [
  ...signedOutScenarios,
  ...memberScenarios,
  ...submitScenarios,
  ...adminPanelScenarios,
  ...exchangeRateScenarios,
];

export function scenariosNamed(word: string | undefined): readonly Scenario[] {
  return SCENARIOS.filter((scenario) => nameOf(scenario).includes(word ?? ''));
}
