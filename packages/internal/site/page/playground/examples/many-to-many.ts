import { defineApi, toMany } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  students: {
    attributes: { name: z.string() },
    relationships: { courses: toMany('courses', { inverse: 'students', filter: true }) },
  },
  courses: {
    attributes: { title: z.string(), credits: z.int().min(1).max(30).default(5) },
    relationships: { students: toMany('students') },
  },
});
