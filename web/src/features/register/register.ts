import { useMutation } from '@tanstack/react-query';
import { normaliseEmail, type ReimbursementCurrency } from '@outlay/rules';
import { api } from '#lib/api';

export interface RegisterForm {
  firstName: string;
  lastName: string;
  inviteCode: string;
  email: string;
  password: string;
  confirmation: string;
  reimbursementCurrency: ReimbursementCurrency;
}

export function useRegister() {
  return useMutation({
    mutationFn: (form: RegisterForm) =>
      api('POST /api/auth/register', {
        body: {
          email: normaliseEmail(form.email),
          password: form.password,
          first_name: form.firstName.trim(),
          last_name: form.lastName.trim(),
          reimbursement_currency: form.reimbursementCurrency,
          invite_token: form.inviteCode.trim(),
        },
      }),
  });
}
