import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/own-trip';
import { loadFailed, trip as tripLabel } from '#strings/trips';
import { daysOf, isSameTrip, tripsQuery } from '#expense/trips/trips';
import { Button, IconButton } from '#ui/button';
import { Card } from '#ui/card';
import { Glyph } from '#ui/glyph';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { sumsOf, tripClaims } from './trip-claims';

const SubmitTripDialog = lazyPart(() => import('./submit-trip-dialog'));

/** The trip that the list shows: its days, its sums, and the button that submits its drafts. */
export default function TripBar({ trip, onLeave }: { trip: string; onLeave: () => void }) {
  const trips = useQuery(tripsQuery);
  const query = useQuery(tripClaims(trip));
  const [isSubmitting, setSubmitting] = useState(false);
  const known = trips.data?.find(({ name }) => isSameTrip(name, trip));
  const claims = query.data ?? [];
  const drafts = claims.filter(({ status }) => status === 'draft');
  return (
    <Card aria-label={tripLabel} className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <p className="min-w-0 wrap-anywhere max-sm:flex-1">
        <bdi className="font-semibold">{known?.name ?? trip}</bdi>
        {known && <span className="figures block text-xs text-muted">{daysOf(known)}</span>}
      </p>
      <IconButton label={texts.leave(trip)} className="sm:order-last" onClick={onLeave}>
        <Glyph name="x" />
      </IconButton>
      {query.isError && <LoadFailure query={query} text={loadFailed} />}
      {query.data && (
        <p className="mr-auto flex flex-wrap gap-x-3">
          <span className="text-muted">{texts.claims(claims.length)}</span>
          <span className="sr-only">{texts.sums}</span>
          {sumsOf(claims).map((sum) => (
            <strong key={sum} className="figures">
              {sum}
            </strong>
          ))}
        </p>
      )}
      {drafts.length > 0 && (
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setSubmitting(true)}>
          {texts.submitAll(drafts.length)}
        </Button>
      )}
      {isSubmitting && <SubmitTripDialog drafts={drafts} onClose={() => setSubmitting(false)} />}
    </Card>
  );
}
