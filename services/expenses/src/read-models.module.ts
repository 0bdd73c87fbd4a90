import { Module, type Provider } from '@nestjs/common';
import { prepareCollection } from '@outlay/documents';
import type { Connection, Model } from 'mongoose';
import { DOCUMENTS } from './ports.js';
import { ExpenseProjection } from './projections/expense.projection.js';
import { PaymentProjection } from './projections/payment.projection.js';
import { RunProjection } from './projections/run.projection.js';
import { PersonProjection } from './projections/person.projection.js';
import { SummaryProjection } from './projections/summary.projection.js';
import { EXPENSE_MODEL, expenseModel } from './read-models/expense.model.js';
import { AnalyticsQueries } from './read-models/analytics.queries.js';
import { DuplicateQueries } from './read-models/duplicate.queries.js';
import { ExpenseQueries } from './read-models/expense.queries.js';
import { JOINED_MODEL, joinedModel } from './read-models/joined-receipts.js';
import { ListQueries } from './read-models/list-queries.js';
import { ListVersionsStore } from './read-models/list-versions.store.js';
import { PaidExpenses } from './read-models/paid-expenses.js';
import { PAYMENT_MODEL, paymentModel } from './read-models/payment.model.js';
import { PERSON_MODEL, personModel, RenamedPeople } from './read-models/renamed-people.js';
import { RUN_MODEL, runModel } from './read-models/run.model.js';
import { RunQueries } from './read-models/run.queries.js';
import { ShownDuplicatesStore } from './read-models/shown-duplicates.store.js';
import { SummaryStore } from './read-models/summary.store.js';
import { UploadsStore } from './read-models/uploads.store.js';

const providers = [
  prepared(EXPENSE_MODEL, expenseModel),
  prepared(PAYMENT_MODEL, paymentModel),
  prepared(RUN_MODEL, runModel),
  prepared(PERSON_MODEL, personModel),
  prepared(JOINED_MODEL, joinedModel),
  ListVersionsStore,
  SummaryStore,
  ShownDuplicatesStore,
  UploadsStore,
  ExpenseProjection,
  PaymentProjection,
  RunProjection,
  PersonProjection,
  SummaryProjection,
  ExpenseQueries,
  DuplicateQueries,
  ListQueries,
  AnalyticsQueries,
  PaidExpenses,
  RunQueries,
  RenamedPeople,
];

/** The documents that are derived from the events, and what writes and reads them. */
@Module({ providers, exports: providers })
export class ReadModelsModule {}

function prepared<Row>(provide: symbol, modelOf: (documents: Connection) => Model<Row>): Provider {
  const useFactory = async (documents: Connection) => {
    const model = modelOf(documents);
    await prepareCollection(model);
    return model;
  };
  return { provide, inject: [DOCUMENTS], useFactory };
}
