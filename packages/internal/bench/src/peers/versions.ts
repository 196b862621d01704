/** The libraries to compare with, at exact versions. They are installed on demand, outside of the workspace. */
export const versions: Readonly<Record<string, string>> = {
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
  'json-api-serializer': '2.7.0',
  jsona: '1.14.0',
  'jsonapi-datastore': '0.4.0-beta',
  'jsonapi-fractal': '2.3.2',
  'jsonapi-serializer': '3.6.9',
  'ts-japi': '1.12.6',
};
