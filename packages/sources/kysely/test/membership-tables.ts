/** Returns the tables of the tests about data of memberships, with their rows. @param rank The rank of doctor 7 in clinic 1. */
export const membershipTables = (rank?: number): string => `
  create table clinic (id varchar(36) primary key, name varchar(40) not null);
  create table doctor (id varchar(36) primary key, name varchar(40) not null);
  create table clinic_doctor (
    clinic_id varchar(36) not null references clinic (id), doctor_id varchar(36) not null references doctor (id),
    role varchar(10) not null, since date not null, weekly_hours integer, rank_no integer,
    primary key (clinic_id, doctor_id)
  );
  insert into clinic values ('1', 'A'), ('2', 'B');
  insert into doctor values ('7', 'Ada'), ('8', 'Bo'), ('9', 'Cy');
  insert into clinic_doctor values
    ('1', '7', 'head', '2021-05-01', 40, ${rank ?? 'null'}), ('1', '8', 'staff', '2022-06-02', null, null),
    ('2', '7', 'staff', '2022-06-02', null, null);
`;
