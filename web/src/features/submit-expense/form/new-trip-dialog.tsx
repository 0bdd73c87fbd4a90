import type { TripJson } from '@outlay/contracts';
import * as texts from '#strings/trips';
import { TripForm } from '#expense/trips/trip-form';
import { Dialog } from '#ui/dialog';

export interface NewTripDialogProps {
  onAdded: (trip: TripJson) => void;
  onClose: () => void;
}

export default function NewTripDialog({ onAdded, onClose }: NewTripDialogProps) {
  return (
    <Dialog open isForm width="md" title={texts.newTrip} description={texts.description} onClose={onClose}>
      <TripForm trip={null} onDone={onAdded} onCancel={onClose} />
    </Dialog>
  );
}
