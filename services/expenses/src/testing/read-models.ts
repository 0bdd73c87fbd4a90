export { EXPENSES_COLLECTION, expenseModel, READ_MODEL_VERSION } from '../read-models/expense.model.js';
export { paymentModel } from '../read-models/payment.model.js';
