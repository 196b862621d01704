import { type Chapters, change, comment, ids, issue, resource } from './tester.ts';

const role = (id: string, name: string) => ({ data: change('memberships', id, { role: name }) });

/** Gus is a guest of Acme: no internal projects, no trash, and no writes but comments. */
export const roles: Chapters = {
  'a guest reads': [
    ['gus', 'GET /projects', '200 1'],
    ['gus', 'GET /issues?sort=id', '200 1,2'],
    ['gus', 'GET /issues/3', '404 NOT_FOUND'],
    ['gus', 'GET /comments', '200 1'],
    ['gus', 'GET /comments/2', '404 NOT_FOUND'],
    ['gus', 'GET /labels', '200 1'],
    ['gus', 'GET /sprints/2/issues', '404 NOT_FOUND'],
    ['gus', 'GET /users/1/assigned', '200'],
    ['gus', 'GET /users/1?include=assigned', '200 1', { matches: { included: [] } }],
    ['gus', 'GET /issues?filter[project]=2', '200'],
    ['gus', 'GET /issues?filter[assignee]=1', '200'],
    ['gus', "GET /issues?filter=or(eq(priority,4),eq(labels.name,'money'))", '200'],
    ['gus', 'GET /issues?searchText=bonus', '200'],
    ['bob', 'GET /issues?searchText=bonus', '200 3'],
    ['gus', 'GET /issues?page[total]=true&sort=-number', '200 2,1', { matches: { meta: { page: { total: 2 } } } }],
    ['gus', 'GET /organizations/1/projects?page[total]=true', '200 1', { matches: { meta: { page: { total: 1 } } } }],
    ['gus', 'GET /organizations/1/relationships/projects', '200 1'],
    // The trash is not declared for him, and one client names its fields for all roles.
    ['gus', 'GET /issues?filter[deletedAt]=null', '400 FILTER_NOT_SUPPORTED filter[deletedAt]'],
    ['gus', 'GET /issues?sort=deletedAt', '400 SORT_NOT_SUPPORTED sort'],
    ['gus', 'GET /users/1?fields[users]=name,email', '200 1', { matches: { data: { attributes: { name: 'Ada' } } } }],
    ['gus', 'GET /users?filter[email]=ada@acme.example', '400 FILTER_NOT_SUPPORTED filter[email]'],
    ['gus', 'GET /projects?filter[issues.title][contains]=Salaries', '200'],
  ],
  'a guest writes': [
    ['gus', 'POST /issues', '403 FORBIDDEN', { data: issue('Mine') }],
    ['gus', 'PATCH /issues/1', '403 FORBIDDEN', { data: change('issues', '1', { title: 'Mine' }) }],
    ['gus', 'PATCH /issues/1/relationships/assignee', '403 FORBIDDEN', { data: { type: 'users', id: '3' } }],
    ['gus', 'POST /issues/1/relationships/labels', '403 FORBIDDEN', { data: ids('labels', '1') }],
    ['gus', 'POST /labels/1/relationships/issues', '403 FORBIDDEN', { data: ids('issues', '2') }],
    ['gus', 'POST /sprints/1/relationships/issues', '403 FORBIDDEN', { data: ids('issues', '2') }],
    [
      'gus',
      'POST /issues/1/-actions/close',
      '403 FORBIDDEN',
      { body: { meta: { resolution: 'done' } }, headers: { 'If-Match': '*' } },
    ],
    ['gus', 'POST /issues/-actions/closeAll?filter[id]=1', '403 FORBIDDEN'],
    ['gus', 'POST /comments', '201 {mine}', { data: comment('Me, too.', '1'), keep: 'mine' }],
    ['gus', 'GET /comments/{mine}/author', '200 3'],
    ['gus', 'PATCH /comments/{mine}', '200 {mine}', { data: change('comments', '{mine}', { body: 'Me, as well.' }) }],
    ['gus', 'PATCH /comments/1', '403 FORBIDDEN', { data: change('comments', '1', { body: 'No.' }) }],
    ['bob', 'PATCH /comments/{mine}', '403 FORBIDDEN', { data: change('comments', '{mine}', { body: 'No.' }) }],
    ['bob', 'DELETE /comments/{mine}', '403 FORBIDDEN'],
    ['ada', 'DELETE /comments/{mine}', '204'],
    [
      'gus',
      'POST /comments',
      '404 RELATED_RESOURCE_NOT_FOUND /data/relationships/issue/data',
      { data: comment('Hi', '3') },
    ],
    ['gus', 'PATCH /users/3', '200 3', { data: change('users', '3', { name: 'Gustav' }) }],
    ['gus', 'PATCH /users/1', '403 FORBIDDEN', { data: change('users', '1', { name: 'Adam' }) }],
    [
      'gus',
      'POST /operations',
      '403 FORBIDDEN /atomic:operations/1',
      {
        body: {
          'atomic:operations': [
            { op: 'add', data: comment('One', '1') },
            { op: 'add', data: issue('Two') },
          ],
        },
      },
    ],
    ['gus', 'GET /issues/1/comments', '200 1'],
  ],
  'a role that changes': [
    ['bob', 'PATCH /memberships/2', '403 FORBIDDEN', role('2', 'owner')],
    ['bob', 'POST /projects', '403 FORBIDDEN', { data: resource('projects', { name: 'Shop', key: 'SHOP' }) }],
    ['ada', 'PATCH /memberships/3', '200 3', role('3', 'member')],
    ['gus', 'POST /issues', '201 {found}', { data: issue('Found'), keep: 'found' }],
    ['gus', 'GET /issues/3', '200 3'],
    ['ada', 'PATCH /memberships/3', '200 3', role('3', 'guest')],
    ['gus', 'GET /issues/3', '404 NOT_FOUND'],
    ['gus', 'PATCH /issues/{found}', '403 FORBIDDEN', { data: change('issues', '{found}', { title: 'Lost' }) }],
    ['ada', 'DELETE /memberships/3', '204'],
    ['gus', 'GET /issues', '401 UNAUTHORIZED'],
    ['ada', 'GET /users', '200 1,2'],
    // What he has written remains, and its author is hidden.
    ['ada', 'GET /issues/{found}/relationships/author', '200'],
  ],
  'an organization keeps an owner': [
    ['ada', 'PATCH /memberships/1', '409 WRITE_CONFLICT', role('1', 'guest')],
    ['ada', 'DELETE /memberships/1', '409 WRITE_CONFLICT'],
    ['ada', 'PATCH /memberships/2', '200 2', role('2', 'owner')],
    ['ada', 'DELETE /memberships/1', '204 | 409 WRITE_CONFLICT', { beside: ['bob', 'DELETE /memberships/2', ''] }],
  ],
};
