import { Injectable } from '@nestjs/common';
import { Latest } from './latest.js';
import { RateSources, type DescribedRates } from './rate-sources.js';

@Injectable()
export class RateDetails extends Latest<DescribedRates> {
  constructor(sources: RateSources) {
    super(() => sources.details());
  }
}
