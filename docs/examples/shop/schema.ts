import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const text = z.string().min(1);
const cents = z.int().min(0);
const email = z.email();
const password = z.string().min(12);
const ofProduct = toOne('products', { required: true, write: 'create' });

export const api = defineApi({
  users: {
    attributes: {
      name: text,
      email: attribute(email, { write: 'create' }),
      password: attribute(password, { read: false }), // clients can set it, and never see it
    },
    relationships: { orders: toMany('orders', { write: false }) },
  },
  sessions: {
    attributes: {
      email: attribute(email, { read: false }),
      password: attribute(password, { read: false }),
      token: attribute(z.string(), { write: false }),
    },
    relationships: { user: toOne('users', { write: false }) },
  },
  categories: {
    attributes: { name: attribute(text, { sort: true, filter: true }) },
    relationships: {
      parent: toOne('categories', { filter: true }),
      children: toMany('categories', { write: false }),
      products: toMany('products', { write: false }),
    },
  },
  products: {
    attributes: {
      name: attribute(text, { sort: true, filter: true }),
      description: z.string().default(''),
      price: attribute(cents, { sort: true, filter: true }),
      stock: z.int().min(0).default(0),
      text: attribute(text, { write: false, onDemand: true, filter: ['iContains'] }), // for the search
    },
    relationships: {
      category: toOne('categories', { required: true, filter: true, sort: true }),
      media: toMany(['images', 'videos'], { write: false }), // several types in one relationship
      lines: toMany('lines', { write: false, filter: true }), // each user sees the lines of their own orders
    },
  },
  images: { attributes: { url: z.url(), alt: text }, relationships: { product: ofProduct } },
  videos: { attributes: { url: z.url(), seconds: z.int().min(1) }, relationships: { product: ofProduct } },
  orders: {
    attributes: {
      status: attribute(z.enum(['open', 'shipped']).default('open'), { write: 'update', filter: true }),
      createdAt: attribute(z.iso.datetime(), { write: false, sort: true }),
      total: attribute(cents, { write: false, sort: true, filter: true }),
    },
    relationships: {
      customer: toOne('users', { write: false, filter: true }),
      lines: toMany('lines', { write: false, filter: true }),
    },
  },
  lines: {
    attributes: {
      quantity: attribute(z.int().min(1).max(99), { write: 'create' }),
      name: attribute(text, { write: false }), // as at the time of the order
      price: attribute(cents, { write: false }),
    },
    relationships: {
      order: toOne('orders', { required: true, write: 'create', filter: true }),
      product: ofProduct,
    },
  },
});
