import type { EndpointDescription } from '@linkage/server';

/** Returns one line about an operation. */
export function summaryOf({ name, relationship }: EndpointDescription, type: string): string {
  const strings: Readonly<Record<string, string>> = {
    'fetch-collection': `Fetch resources of type "${type}"`,
    'create-resource': `Create a resource of type "${type}"`,
    'fetch-resource': `Fetch a resource of type "${type}"`,
    'update-resource': `Update a resource of type "${type}"`,
    'delete-resource': `Delete a resource of type "${type}"`,
    'fetch-related': `Fetch "${relationship}"`,
    'fetch-relationship': `Fetch the identifiers of "${relationship}"`,
    'update-relationship': `Replace "${relationship}"`,
    'add-to-relationship': `Add to "${relationship}"`,
    'remove-from-relationship': `Remove from "${relationship}"`,
  };
  return strings[name] ?? summaryOfEndpoint(name);
}

/** Returns one line about an endpoint of an extension or of the application: "Cancel order" for `cancel-order`. */
export function summaryOfEndpoint(name: string): string {
  const words = name.replaceAll('-', ' ').trim();
  // A summary must not be empty.
  return words === '' ? 'Endpoint' : words.charAt(0).toUpperCase() + words.slice(1);
}
