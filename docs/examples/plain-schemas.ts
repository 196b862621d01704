import { defineApi, optional, serialize, string, unchecked } from '@linkage/core';

const api = defineApi({
  people: {
    attributes: {
      name: string(),
      birthday: optional(string()),
      address: unchecked<{ readonly city: string }>(),
    },
  },
});

export const body: string = serialize(api, 'people', { id: 1, name: 'Dan', address: { city: 'Bonn' } });
