import type { TripJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { description, loadFailed, newTrip } from '#strings/trips';
import * as texts from '#strings/trips-dialog';
import { TripForm } from '#expense/trips/trip-form';
import { daysOf, tripsQuery, useRemoveTrip } from '#expense/trips/trips';
import { messageOf } from '#lib/errors';
import { Button, IconButton } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Glyph } from '#ui/glyph';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { toast } from '#ui/toast';

export interface TripsDialogProps {
  onShow: (trip: string) => void;
  onClose: () => void;
}

/** The trips of the person: to look at, to add, to change and to remove. */
export default function TripsDialog({ onShow, onClose }: TripsDialogProps) {
  const query = useQuery(tripsQuery);
  const remove = useRemoveTrip();
  const [edited, setEdited] = useState<TripJson | 'new' | null>(null);
  const trips = query.data ?? [];

  return (
    <Dialog open isForm width="md" title={texts.title} description={description} onClose={onClose}>
      {query.isPending && <Skeleton className="h-10" />}
      {query.isError && <LoadFailure query={query} text={loadFailed} />}
      {query.data?.length === 0 && edited === null && <p className="mb-3 text-sm text-muted">{texts.none}</p>}
      {trips.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {trips.map((trip) => (
            <li key={trip.id} className="flex items-center gap-1 py-1">
              <button
                type="button"
                className="min-h-10 min-w-0 flex-1 rounded-lg px-2 py-1 text-start text-sm wrap-anywhere hover:bg-sunken"
                onClick={() => onShow(trip.name)}
              >
                <bdi className="font-medium">{trip.name}</bdi>
                <span className="figures block text-xs text-muted">
                  {daysOf(trip)} · {trip.currency}
                </span>
              </button>
              <IconButton label={texts.edit(trip.name)} onClick={() => setEdited(trip)}>
                <Glyph name="pencil" />
              </IconButton>
              <IconButton
                label={texts.remove(trip.name)}
                busy={remove.isPending && remove.variables.id === trip.id}
                onClick={() =>
                  remove.mutate(trip, {
                    onSuccess: () => toast.success(texts.removed(trip.name)),
                    onError: (error) => toast.error(messageOf(error, texts.removeFailed)),
                  })
                }
              >
                <Glyph name="trash-2" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {edited === null ? (
        query.data && <Button onClick={() => setEdited('new')}>{newTrip}</Button>
      ) : (
        <TripForm
          key={edited === 'new' ? 'new' : edited.id}
          trip={edited === 'new' ? null : edited}
          onDone={() => setEdited(null)}
          onCancel={() => setEdited(null)}
        />
      )}
    </Dialog>
  );
}
