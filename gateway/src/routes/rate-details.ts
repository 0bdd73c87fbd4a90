import { Injectable } from '@nestjs/common';
import { Latest } from './latest.js';
import { RateSources, type RateDetailsJson } from './rate-sources.js';

@Injectable()
export class RateDetails extends Latest<RateDetailsJson> {
  constructor(sources: RateSources) {
    super(() => sources.details());
  }
}
