import type * as v from 'valibot';
import { CatalogueRow, Difference, FileList, Imported } from './catalogue-schemas.ts';
import { Order, OrderDetail, OrderList, OrderStep } from './order-schemas.ts';
import {
  CardRating,
  Price,
  Problem,
  RatingSummary,
  Review,
  ReviewList,
  ReviewOfService,
  Section,
  SectionList,
  Service,
  ServiceDetail,
  ServiceList,
  ServicePackage,
} from './schemas.ts';

/** What has a name of its own in the document. */
export const COMPONENTS: Readonly<Record<string, v.GenericSchema>> = {
  Price,
  CardRating,
  Service,
  ServicePackage,
  ServiceDetail,
  Section,
  Review,
  ReviewOfService,
  RatingSummary,
  SectionList,
  ServiceList,
  ReviewList,
  CatalogueRow,
  FileList,
  Difference,
  Imported,
  Order,
  OrderList,
  OrderDetail,
  OrderStep,
  Problem,
};
