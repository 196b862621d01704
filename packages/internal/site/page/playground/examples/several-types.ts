import { defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  notes: {
    attributes: { text: z.string() },
    // One relationship, several target types.
    relationships: { subject: toOne(['customers', 'orders']) },
  },
  customers: {
    attributes: { name: z.string(), email: z.email() },
    relationships: { orders: toMany('orders', { inverse: 'customer' }) },
  },
  orders: {
    attributes: { total: z.number() },
    relationships: { customer: toOne('customers', { required: true }) },
  },
});
