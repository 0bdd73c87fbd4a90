import { ChartNoAxesCombined } from '#ui/icons';
import * as texts from '#strings/admin';
import { EmptyState } from '#ui/empty-state';

export default function Analytics() {
  return (
    <EmptyState icon={<ChartNoAxesCombined aria-hidden />} title={texts.analytics}>
      {texts.analyticsText}
    </EmptyState>
  );
}
