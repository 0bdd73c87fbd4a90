import { ChartNoAxesCombined } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state';

export function Analytics() {
  return (
    <EmptyState icon={<ChartNoAxesCombined aria-hidden />} title="Analytics">
      Analytics is not implemented yet.
    </EmptyState>
  );
}
